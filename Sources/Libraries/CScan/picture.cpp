#include "picture.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>

namespace {

using Picture = qix_scan_picture;
using Made = std::unique_ptr<Picture>;

// No exception may cross into C.
template <typename Body> Picture *made(Body body) {
  try {
    return body().release();
  } catch (...) {
    return nullptr;
  }
}

// The pixels of a row of `from` that make each of `to`, and their weights, in 1/4096.
struct Weights {
  struct Span {
    int first;
    std::vector<int> parts;
  };
  std::vector<Span> spans;

  // Catmull and Rom's cubic; stretched over as many pixels as become one.
  static double cubic(double x) {
    x = std::fabs(x);
    if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
    return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
  }

  Weights(int from, int to) {
    const double step = double(from) / to, width = std::max(1.0, step);
    spans.reserve(size_t(to));
    for (int i = 0; i < to; ++i) {
      const double centre = (i + 0.5) * step - 0.5;
      const double reach = step > 1 ? 0.5 * width : 2;
      const int low = std::max(0, int(std::ceil(centre - reach - 0.4999)));
      const int high = std::min(from - 1, int(std::floor(centre + reach + 0.4999)));
      std::vector<double> parts;
      double sum = 0;
      for (int j = low; j <= high; ++j) {
        // Below 1 the share of the pixel that lies within the area.
        const double share = std::min(j + 0.5, centre + reach) - std::max(j - 0.5, centre - reach);
        const double part = step > 1 ? std::max(0.0, share) : cubic(j - centre);
        parts.push_back(part);
        sum += part;
      }
      Span span{low, {}};
      for (double part : parts) span.parts.push_back(int(std::lround(part / sum * 4096)));
      spans.push_back(std::move(span));
    }
  }
};

Made scaled(const Picture &from, double across, double down) {
  const int width = std::max(1, int(std::lround(from.width * across)));
  const int height = std::max(1, int(std::lround(from.height * down)));
  const Weights columns(from.width, width), rows(from.height, height);
  // Columns first, each row of the old picture on its own.
  std::vector<int16_t> narrow(size_t(width) * size_t(from.height));
  for (int y = 0; y < from.height; ++y) {
    const uint8_t *source = from.row(y);
    int16_t *target = narrow.data() + size_t(y) * size_t(width);
    for (int x = 0; x < width; ++x) {
      const auto &span = columns.spans[size_t(x)];
      int sum = 2048;
      for (size_t i = 0; i < span.parts.size(); ++i) sum += span.parts[i] * source[span.first + int(i)];
      target[x] = int16_t(std::clamp(sum >> 12, 0, 255));
    }
  }
  auto to = std::make_unique<Picture>(
      width, height, from.placement.of({double(from.width) / width, 0, 0, 0, double(from.height) / height, 0}));
  std::vector<int> sums(size_t(width), 0);
  for (int y = 0; y < height; ++y) {
    const auto &span = rows.spans[size_t(y)];
    std::fill(sums.begin(), sums.end(), 2048);
    for (size_t i = 0; i < span.parts.size(); ++i) {
      const int16_t *source = narrow.data() + (size_t(span.first) + i) * size_t(width);
      const int part = span.parts[i];
      for (int x = 0; x < width; ++x) sums[size_t(x)] += part * source[x];
    }
    uint8_t *target = to->row(y);
    for (int x = 0; x < width; ++x) target[x] = uint8_t(std::clamp(sums[size_t(x)] >> 12, 0, 255));
  }
  return to;
}

// Turned and enlarged in one step, since each step of its own would take away sharpness. `back` maps a place of the new
// picture to the old one.
Made resampled(const Picture &from, int width, int height, const Placement &back) {
  // Cubic weights for each 64th of a pixel, in 1/256.
  int weights[64][4];
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 4; ++j) weights[i][j] = int(std::lround(Weights::cubic(j - 1 - i / 64.0) * 256));
  }
  auto to = std::make_unique<Picture>(width, height, from.placement.of(back));
  for (int y = 0; y < height; ++y) {
    uint8_t *target = to->row(y);
    for (int x = 0; x < width; ++x) {
      const double fx = back.xx * (x + 0.5) + back.xy * (y + 0.5) + back.x0 - 0.5;
      const double fy = back.yx * (x + 0.5) + back.yy * (y + 0.5) + back.y0 - 0.5;
      if (!(fx > -1 && fy > -1 && fx < from.width && fy < from.height)) {
        target[x] = 255;
        continue;
      }
      const int left = int(std::floor(fx)), above = int(std::floor(fy));
      const int *across = weights[int((fx - left) * 64)], *down = weights[int((fy - above) * 64)];
      int sum = 0;
      for (int j = 0; j < 4; ++j) {
        const uint8_t *row = from.row(std::clamp(above - 1 + j, 0, from.height - 1));
        int part = 0;
        for (int i = 0; i < 4; ++i) part += across[i] * row[std::clamp(left - 1 + i, 0, from.width - 1)];
        sum += down[j] * part;
      }
      target[x] = uint8_t(std::clamp((sum + (1 << 15)) >> 16, 0, 255));
    }
  }
  return to;
}

// What is striped in `seen`, cut out of `from`, of which `seen` is a smaller copy or itself; with the bars upright.
Made upright(const Picture &from, const Picture &seen, double longest) {
  const Stripes found = stripes(seen);
  if (!found.found) return scaled(from, 1, 1);
  // Room for quiet zones, and for an end that was overlooked; but not beyond the picture, whose edge would look like a
  // bar.
  const double angle = found.slant * M_PI / 180, c = std::cos(angle), s = std::sin(angle);
  const double margin = 16 + (found.right - found.left) / 6, rim = 16;
  const double across[] = {0, c * seen.width, s * seen.height, c * seen.width + s * seen.height};
  const double down[] = {0, -s * seen.width, c * seen.height, c * seen.height - s * seen.width};
  const double left = std::max(found.left - margin, *std::min_element(across, across + 4));
  const double right = std::min(found.right + margin, *std::max_element(across, across + 4));
  const double above = std::max(found.above - rim, *std::min_element(down, down + 4));
  const double below = std::min(found.below + rim, *std::max_element(down, down + 4));
  const double ratio = seen.placement.xx / from.placement.xx;
  const double scale = std::clamp(longest / (std::max(right - left, below - above) * ratio), 1.0, 2.0);
  return resampled(from, std::max(1, int(std::ceil((right - left) * ratio * scale))),
                   std::max(1, int(std::ceil((below - above) * ratio * scale))),
                   {c / scale, -s / scale, (c * left - s * above) * ratio,
                    s / scale, c / scale, (s * left + c * above) * ratio});
}

// Means over a window by running sums; pixels beyond the edge are those of the edge.
Made smoothed(const Picture &from, int across, int down) {
  auto to = std::make_unique<Picture>(from.width, from.height, from.placement);
  std::vector<int> columns(size_t(from.width), 0);
  auto row = [&](int y) { return from.row(std::clamp(y, 0, from.height - 1)); };
  for (int y = -down; y <= down; ++y) {
    for (int x = 0; x < from.width; ++x) columns[size_t(x)] += row(y)[x];
  }
  const int count = (2 * across + 1) * (2 * down + 1);
  for (int y = 0; y < from.height; ++y) {
    auto column = [&](int x) { return columns[size_t(std::clamp(x, 0, from.width - 1))]; };
    int sum = 0;
    for (int x = -across; x <= across; ++x) sum += column(x);
    uint8_t *target = to->row(y);
    for (int x = 0; x < from.width; ++x) {
      target[x] = uint8_t((sum + count / 2) / count);
      sum += column(x + across + 1) - column(x - across);
    }
    const uint8_t *gone = row(y - down), *come = row(y + down + 1);
    for (int x = 0; x < from.width; ++x) columns[size_t(x)] += come[x] - gone[x];
  }
  return to;
}

Made sharpened(const Picture &from, int radius, double amount) {
  auto to = smoothed(from, radius, radius);
  const int part = int(std::lround(amount * 256));
  for (size_t i = 0; i < from.pixels.size(); ++i) {
    const int value = from.pixels[i];
    to->pixels[i] = uint8_t(std::clamp(value + (((value - to->pixels[i]) * part) >> 8), 0, 255));
  }
  return to;
}

// The least or most of each (2 radius + 1) pixels along a line, by van Herk's two passes.
template <typename Choose>
void extremes(const uint8_t *from, uint8_t *to, int count, int radius, Choose choose, std::vector<uint8_t> &rising,
              std::vector<uint8_t> &falling) {
  const int window = 2 * radius + 1, padded = (count + 2 * radius + window - 1) / window * window;
  rising.resize(size_t(padded));
  falling.resize(size_t(padded));
  auto at = [&](int i) { return from[std::clamp(i - radius, 0, count - 1)]; };
  for (int i = 0; i < padded; ++i) {
    rising[size_t(i)] = i % window == 0 ? at(i) : choose(rising[size_t(i) - 1], at(i));
  }
  for (int i = padded - 1; i >= 0; --i) {
    falling[size_t(i)] = i % window == window - 1 ? at(i) : choose(falling[size_t(i) + 1], at(i));
  }
  for (int i = 0; i < count; ++i) to[i] = choose(falling[size_t(i)], rising[size_t(i + window - 1)]);
}

template <typename Choose> Made extreme(const Picture &from, int radius, Choose choose) {
  auto to = std::make_unique<Picture>(from.width, from.height, from.placement);
  std::vector<uint8_t> rising, falling, column(size_t(from.height)), chosen(size_t(from.height));
  for (int y = 0; y < from.height; ++y) {
    extremes(from.row(y), to->row(y), from.width, radius, choose, rising, falling);
  }
  for (int x = 0; x < from.width; ++x) {
    for (int y = 0; y < from.height; ++y) column[size_t(y)] = to->row(y)[x];
    extremes(column.data(), chosen.data(), from.height, radius, choose, rising, falling);
    for (int y = 0; y < from.height; ++y) to->row(y)[x] = chosen[size_t(y)];
  }
  return to;
}

Made levelled(const Picture &from, int radius) {
  const auto darkest = extreme(from, radius, [](uint8_t a, uint8_t b) { return std::min(a, b); });
  const auto lightest = extreme(from, radius, [](uint8_t a, uint8_t b) { return std::max(a, b); });
  const auto dark = smoothed(*darkest, radius, radius), light = smoothed(*lightest, radius, radius);
  auto to = std::make_unique<Picture>(from.width, from.height, from.placement);
  for (size_t i = 0; i < from.pixels.size(); ++i) {
    // Without contrast there is only noise, which is not amplified.
    const int range = std::max(24, light->pixels[i] - dark->pixels[i]);
    to->pixels[i] = uint8_t(std::clamp((from.pixels[i] - dark->pixels[i]) * 255 / range, 0, 255));
  }
  return to;
}

Made negative(const Picture &from) {
  auto to = std::make_unique<Picture>(from.width, from.height, from.placement);
  std::transform(from.pixels.begin(), from.pixels.end(), to->pixels.begin(),
                 [](uint8_t grey) { return uint8_t(255 - grey); });
  return to;
}

} // namespace

int qix_scan_interface(void) { return QIX_SCAN_INTERFACE; }

qix_scan_picture *qix_scan_open(const uint8_t *pixels, int width, int height, size_t stride, int channels) {
  if (width < 1 || height < 1 || (channels != 1 && channels != 3 && channels != 4)) return nullptr;
  return made([&] {
    auto to = std::make_unique<Picture>(width, height, Placement());
    for (int y = 0; y < height; ++y) {
      const uint8_t *source = pixels + size_t(y) * stride;
      uint8_t *target = to->row(y);
      // ITU-R BT.601's luma in 1/1024.
      if (channels == 1) std::copy_n(source, width, target);
      else
        for (int x = 0; x < width; ++x, source += channels)
          target[x] = uint8_t((306 * source[0] + 601 * source[1] + 117 * source[2] + 512) >> 10);
    }
    return to;
  });
}

void qix_scan_close(qix_scan_picture *picture) { delete picture; }
int qix_scan_width(const qix_scan_picture *picture) { return picture->width; }
int qix_scan_height(const qix_scan_picture *picture) { return picture->height; }
const uint8_t *qix_scan_pixels(const qix_scan_picture *picture) { return picture->pixels.data(); }

qix_scan_picture *qix_scan_scaled(const qix_scan_picture *picture, double across, double down) {
  return made([&] { return scaled(*picture, across, down); });
}
qix_scan_picture *qix_scan_upright(const qix_scan_picture *picture, const qix_scan_picture *seen, double longest) {
  return made([&] { return upright(*picture, *seen, longest); });
}
qix_scan_picture *qix_scan_sharpened(const qix_scan_picture *picture, int radius, double amount) {
  return made([&] { return sharpened(*picture, radius, amount); });
}
qix_scan_picture *qix_scan_levelled(const qix_scan_picture *picture, int radius) {
  return made([&] { return levelled(*picture, radius); });
}
qix_scan_picture *qix_scan_smoothed(const qix_scan_picture *picture, int across, int down) {
  return made([&] { return smoothed(*picture, across, down); });
}
qix_scan_picture *qix_scan_negative(const qix_scan_picture *picture) {
  return made([&] { return negative(*picture); });
}
