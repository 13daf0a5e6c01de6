#include "picture.h"

#include <algorithm>
#include <cmath>

namespace {

constexpr int block = 16, bins = 180;

// The direction across which grey changes within a block, from the structure tensor of its gradients: bars side by side
// have one such direction, letters and textures many.
struct Block {
  double angle = 0;
  double weight = 0;

  Block(const qix_scan_picture &picture, int left, int above) {
    double xx = 0, yy = 0, xy = 0;
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
      }
    }
    const double sum = xx + yy, difference = std::hypot(xx - yy, 2 * xy);
    // Less than about ten grey levels a pixel is paper and noise.
    if (sum < block * block * 100.0 * 256) return;
    const double coherence = difference / sum;
    angle = 0.5 * std::atan2(2 * xy, xx - yy) * 180 / M_PI;
    // Grows with contrast, but not so that one shining edge outweighs a code.
    if (coherence > 0.6) weight = coherence * coherence * std::sqrt(sum);
  }
};

} // namespace

double qix_scan_slant(const qix_scan_picture *picture) {
  double histogram[bins] = {};
  bool found = false;
  for (int y = 1; y + block < picture->height; y += block / 2) {
    for (int x = 1; x + block < picture->width; x += block / 2) {
      const Block seen(*picture, x, y);
      if (seen.weight == 0) continue;
      found = true;
      histogram[(int(std::lround(seen.angle)) + 2 * bins) % bins] += seen.weight;
    }
  }
  if (!found) return 0;
  // The heaviest seven degrees, and their mean.
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
