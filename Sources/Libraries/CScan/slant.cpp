#include "picture.h"

#include <algorithm>
#include <cmath>

namespace {

constexpr int block = 16, step = block / 2, bins = 180;

// The direction across which grey changes within a block, from the structure tensor of its gradients: bars side by side
// have one such direction, letters and textures many.
struct Block {
  double angle = 0;
  double weight = 0;

  Block(const qix_scan_picture &picture, int left, int above) {
    double xx = 0, yy = 0, xy = 0;
    double gradients[block * block][2];
    int count = 0;
    for (int y = above; y < above + block; ++y) {
      const uint8_t *before = picture.row(y - 1), *here = picture.row(y), *behind = picture.row(y + 1);
      for (int x = left; x < left + block; ++x) {
        // Scharr's weights: a plain difference of neighbours takes fine bars for more diagonal than they are.
        const int rising = behind[x + 1] - before[x - 1], falling = before[x + 1] - behind[x - 1];
        const int across = 3 * (rising + falling) + 10 * (here[x + 1] - here[x - 1]);
        const int down = 3 * (rising - falling) + 10 * (behind[x] - before[x]);
        xx += double(across) * across;
        yy += double(down) * down;
        xy += double(across) * down;
        gradients[count][0] = across;
        gradients[count++][1] = down;
      }
    }
    const double sum = xx + yy, difference = std::hypot(xx - yy, 2 * xy);
    // Less than about ten grey levels a pixel is paper and noise.
    if (sum < block * block * 100.0 * 256) return;
    const double coherence = difference / sum;
    if (coherence <= 0.6) return;
    const double turned = 0.5 * std::atan2(2 * xy, xx - yy), c = std::cos(turned), s = std::sin(turned);
    angle = turned * 180 / M_PI;
    // Across bars it gets darker as often as lighter; across the edge of a box or of the picture once.
    double change = 0, changes = 0;
    for (const auto &gradient : gradients) {
      const double along = c * gradient[0] + s * gradient[1];
      change += along;
      changes += std::fabs(along);
    }
    // Grows with contrast, but not so that one shining edge outweighs a code.
    weight = coherence * coherence * std::sqrt(sum) * (1.1 - std::fabs(change) / changes);
  }
};

struct Grid {
  int columns, rows;
  std::vector<Block> blocks;

  explicit Grid(const qix_scan_picture &picture) : columns(count(picture.width)), rows(count(picture.height)) {
    blocks.reserve(size_t(columns) * size_t(rows));
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) blocks.emplace_back(picture, 1 + column * step, 1 + row * step);
    }
  }

  // The heaviest seven degrees, and their mean; 0 where there are no stripes.
  double slant() const {
    double histogram[bins] = {};
    bool found = false;
    for (const Block &seen : blocks) {
      if (seen.weight == 0) continue;
      found = true;
      histogram[(int(std::lround(seen.angle)) + 2 * bins) % bins] += seen.weight;
    }
    if (!found) return 0;
    int best = 0;
    double most = -1;
    for (int i = 0; i < bins; ++i) {
      double sum = 0;
      for (int j = -3; j <= 3; ++j) sum += histogram[(i + j + bins) % bins];
      if (sum > most) most = sum, best = i;
    }
    double moment = 0;
    for (int j = -3; j <= 3; ++j) moment += j * histogram[(best + j + bins) % bins];
    const double angle = best + moment / most;
    return angle > 90 ? angle - 180 : angle;
  }

  // Blocks that lie across the direction, joined to those near them.
  Stripes stripes() const {
    Stripes found;
    found.slant = slant();
    std::vector<int> part(blocks.size(), -1);
    std::vector<double> weights;
    for (size_t i = 0; i < blocks.size(); ++i) {
      const double turn = std::fabs(std::remainder(blocks[i].angle - found.slant, 180));
      if (blocks[i].weight > 0 && turn <= 6) part[i] = 0;
    }
    std::vector<size_t> open;
    for (size_t i = 0; i < blocks.size(); ++i) {
      if (part[i] != 0) continue;
      weights.push_back(0);
      const int number = int(weights.size());
      part[i] = number;
      open.push_back(i);
      while (!open.empty()) {
        const size_t at = open.back();
        open.pop_back();
        weights.back() += blocks[at].weight;
        const int column = int(at) % columns, row = int(at) / columns;
        for (int y = std::max(0, row - reach); y <= std::min(rows - 1, row + reach); ++y) {
          for (int x = std::max(0, column - reach); x <= std::min(columns - 1, column + reach); ++x) {
            const size_t next = size_t(y) * size_t(columns) + size_t(x);
            if (part[next] != 0) continue;
            part[next] = number;
            open.push_back(next);
          }
        }
      }
    }
    if (weights.empty()) return found;
    const double heaviest = *std::max_element(weights.begin(), weights.end());
    const double angle = found.slant * M_PI / 180, c = std::cos(angle), s = std::sin(angle);
    for (size_t i = 0; i < blocks.size(); ++i) {
      if (part[i] <= 0 || weights[size_t(part[i]) - 1] < heaviest / 4) continue;
      const double x = 1 + (int(i) % columns) * step + block / 2, y = 1 + (int(i) / columns) * step + block / 2;
      found.add(c * x + s * y, c * y - s * x, block * 0.71);
    }
    return found;
  }

private:
  // A gradient looks a pixel beyond its block.
  static int count(int length) { return length < block + 2 ? 0 : (length - block - 2) / step + 1; }
  // Blocks within the widest bars of a large code have no stripes.
  static constexpr int reach = 4;
};

} // namespace

Stripes stripes(const qix_scan_picture &picture) { return Grid(picture).stripes(); }
