#include "picture.h"

#include <algorithm>
#include <cmath>

namespace {

constexpr int side = 48, reach = 6, longest = 20;

// How strongly the fine structure of a light, even place repeats along one direction: paper has noise there, whose
// neighbours have nothing in common; a screen has rows of dots, or the beat of them with the camera's own.
double repetition(const qix_scan_picture &picture, int left, int above, int across, int down) {
  double lags[longest + 1] = {};
  double energy = 0;
  for (int line = 0; line < side; ++line) {
    int values[side], sum = 0;
    for (int i = 0; i < side; ++i) {
      values[i] = picture.row(above + (down ? i : line))[left + (across ? i : line)];
    }
    double residue[side];
    for (int i = 0; i < side; ++i) {
      sum = 0;
      int count = 0;
      for (int j = std::max(0, i - reach); j <= std::min(side - 1, i + reach); ++j) sum += values[j], ++count;
      residue[i] = values[i] - double(sum) / count;
    }
    for (int i = 0; i < side - longest; ++i) energy += residue[i] * residue[i];
    for (int lag = 1; lag <= longest; ++lag) {
      for (int i = 0; i < side - longest; ++i) lags[lag] += residue[i] * residue[i + lag];
    }
  }
  // Less than a grey level a pixel is nothing that one could see.
  if (energy < side * (side - longest)) return 0;
  double best = 0;
  for (int lag = 3; lag < longest; ++lag) {
    // JPEG's blocks repeat every 8 pixels.
    if (lag % 8 == 0) continue;
    const bool isPeak = lags[lag] > lags[lag - 1] && lags[lag] >= lags[lag + 1];
    const double trough = *std::min_element(lags + 1, lags + lag);
    if (isPeak && trough < -0.15 * energy) best = std::max(best, lags[lag] / energy);
  }
  return best;
}

} // namespace

double qix_scan_screen(const qix_scan_picture *picture) {
  int places = 0, repeating = 0;
  for (int y = 0; y + side <= picture->height; y += side) {
    for (int x = 0; x + side <= picture->width; x += side) {
      int low = 255, high = 0;
      long sum = 0;
      for (int j = 0; j < side; ++j) {
        const uint8_t *row = picture->row(y + j) + x;
        for (int i = 0; i < side; ++i) {
          low = std::min<int>(low, row[i]);
          high = std::max<int>(high, row[i]);
          sum += row[i];
        }
      }
      if (high - low > 90 || sum < 90L * side * side) continue;
      ++places;
      if (repetition(*picture, x, y, 1, 0) > 0.4 && repetition(*picture, x, y, 0, 1) > 0.4) ++repeating;
    }
  }
  return places < 3 ? 0 : double(repeating) / places;
}
