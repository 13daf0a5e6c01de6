#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#define QIX_SCAN_EXPORT extern "C" __attribute__((visibility("default")))
#include "qix_scan.h"

// A place of the picture is (x, y) in pixels from its upper left corner; its place in the first picture is
// (xx x + xy y + x0, yx x + yy y + y0).
struct Placement {
  double xx = 1, xy = 0, x0 = 0, yx = 0, yy = 1, y0 = 0;

  // The placement of a picture whose own place (x, y) is `inner` of this one's.
  Placement of(const Placement &inner) const {
    return {xx * inner.xx + xy * inner.yx, xx * inner.xy + xy * inner.yy, xx * inner.x0 + xy * inner.y0 + x0,
            yx * inner.xx + yy * inner.yx, yx * inner.xy + yy * inner.yy, yx * inner.x0 + yy * inner.y0 + y0};
  }

  // Writes the place in the first picture, in whole pixels.
  void map(double x, double y, int *place) const {
    place[0] = int(std::lround(xx * x + xy * y + x0));
    place[1] = int(std::lround(yx * x + yy * y + y0));
  }
};

struct qix_scan_picture {
  int width;
  int height;
  std::vector<uint8_t> pixels;
  Placement placement;

  qix_scan_picture(int width, int height, Placement placement)
      : width(width), height(height), pixels(size_t(width) * size_t(height)), placement(placement) {}
  const uint8_t *row(int y) const { return pixels.data() + size_t(y) * size_t(width); }
  uint8_t *row(int y) { return pixels.data() + size_t(y) * size_t(width); }
};

// The place of a picture's stripes: the direction across them, in degrees clockwise from the right and above -90 to 90,
// and the box around them in pixels of the picture turned to the left by it, about its upper left corner.
struct Stripes {
  double slant = 0;
  double left = 0, above = 0, right = 0, below = 0;
  bool found = false;

  void add(double x, double y, double margin) {
    if (!found) left = right = x, above = below = y;
    found = true;
    left = std::min(left, x - margin), right = std::max(right, x + margin);
    above = std::min(above, y - margin), below = std::max(below, y + margin);
  }
};

Stripes stripes(const qix_scan_picture &picture);
