#include "picture.h"

#include <array>
#include <map>
#include <string>

// A reader of EAN and UPC of our own, for upright bars. It makes no black and white: it compares grey with what each
// digit would look like, blurred, and with bars wider or narrower than printed, and takes the most similar one.
namespace {

// The widths of a digit's space, bar, space, bar, in modules (ISO/IEC 15420, set A). C is A with bars for spaces, and B
// is C read backwards.
const int widths[10][4] = {{3, 2, 1, 1}, {2, 2, 2, 1}, {2, 1, 2, 2}, {1, 4, 1, 1}, {1, 1, 3, 2},
                           {1, 2, 3, 1}, {1, 1, 1, 4}, {1, 3, 1, 2}, {1, 2, 1, 3}, {3, 1, 1, 2}};
// An EAN-13's first digit is in which of the next six are of set B.
const std::string first_digits[10] = {"AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB",
                                      "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA"};

// Of the digit that is least similar to what is seen. With this and the margins below, no row of a photo that carries an
// EAN-13 was read wrongly, blurred as it may be (docs/decisions/0055-reading-barcodes.md).
constexpr double least_similarity = 0.88;
// Rows that say the same, after which no others are looked at.
constexpr int enough = 10;
// Samples of a module, and of the finer one that they are computed from.
constexpr int samples = 4, fine = 16;
constexpr double spreads[] = {0, -0.4, -0.2, 0.2, 0.4}, blurs[] = {0.55, 0.3, 0.8, 1.05};

// Takes away the mean and makes the length 1, so that light and contrast don't matter. Paper and its noise become 0.
void normalize(float *values, size_t count, float least) {
  float mean = 0, norm = 0;
  for (size_t i = 0; i < count; ++i) mean += values[i];
  mean /= float(count);
  for (size_t i = 0; i < count; ++i) values[i] -= mean, norm += values[i] * values[i];
  norm = norm > least * float(count) ? 1 / std::sqrt(norm) : 0;
  for (size_t i = 0; i < count; ++i) values[i] *= norm;
}

// What `modules` ('0' light, '1' dark, '?' either) look like without `rim` of them at both ends.
std::vector<float> shape(const std::string &modules, int rim, double spread, double blur) {
  const auto dark = [&](double at) {
    const int module = int(std::floor(at));
    return module >= 0 && module < int(modules.size()) && modules[size_t(module)] == '1';
  };
  std::vector<double> light(modules.size() * fine);
  for (size_t i = 0; i < light.size(); ++i) {
    const double at = (double(i) + 0.5) / fine, half = spread / 2;
    // A bar spreads by half on each side; one that shrinks has space spread into it.
    const int bars = dark(at) + dark(at - half) + dark(at + half);
    light[i] = modules[i / fine] == '?' ? 0.5 : bars > (half < 0 ? 2 : 0) ? 0 : 1;
  }
  std::vector<float> values;
  for (int i = rim * samples; i < (int(modules.size()) - rim) * samples; ++i) {
    const double at = (i + 0.5) * fine / samples - 0.5;
    double sum = 0, weights = 0;
    for (size_t j = 0; j < light.size(); ++j) {
      const double far = (double(j) - at) / (blur * fine);
      const double weight = std::fabs(far) < 3 ? std::exp(-0.5 * far * far) : 0;
      sum += weight * light[j], weights += weight;
    }
    values.push_back(float(sum / weights));
  }
  normalize(values.data(), values.size(), 0);
  return values;
}

// The shapes of one spread and blur: set A from 0 to 9, B, C.
using Alphabet = std::vector<std::vector<float>>;

Alphabet alphabet(double spread, double blur) {
  Alphabet shapes;
  for (const char set : {'A', 'B', 'C'}) {
    for (const auto &digit : widths) {
      // The module on either side is the same for every neighbour.
      std::string modules = set == 'C' ? "?0" : "?1";
      char colour = set == 'C' ? '1' : '0';
      for (int i = 0; i < 4; ++i, colour = colour == '1' ? '0' : '1') {
        modules.append(size_t(digit[set == 'B' ? 3 - i : i]), colour);
      }
      shapes.push_back(shape(modules + (set == 'C' ? "1?" : "0?"), 2, spread, blur));
    }
  }
  return shapes;
}

struct Guard {
  int first;
  std::vector<float> values;

  // Seven modules, between two that may be light or dark.
  Guard(int first, const std::string &modules) : first(first), values(shape("?" + modules + "?", 1, 0, 0.6)) {}
};

struct Layout {
  int symbology, modules, left, right;
  // Whether digits on the left are of set B too.
  bool mixed;
  // How much less similar the second best of each digit must be.
  double least_margin;
  Guard begin, middle, end;

  // The module that a digit begins with.
  int first(int digit) const { return digit < left ? 3 + 7 * digit : 8 + 7 * digit; }
};

// Shorter codes, whose digits check each other less, need more.
const std::vector<Layout> &layouts() {
  static const std::vector<Layout> all = {
      {QIX_SCAN_EAN13, 95, 6, 6, true, 0.02, {-3, "0001010"}, {44, "1010101"}, {91, "0101000"}},
      {QIX_SCAN_EAN8, 67, 4, 4, false, 0.04, {-3, "0001010"}, {30, "1010101"}, {63, "0101000"}},
      {QIX_SCAN_UPCE, 51, 6, 0, true, 0.06, {-3, "0001010"}, {0, "0000000"}, {46, "0101000"}},
  };
  return all;
}

// Where a code lies in a row.
struct Place {
  double left, middle, right;

  // A module grows evenly to one side where a code is seen at an angle.
  double at(double module, int modules) const {
    const double part = 2 * module / modules - 1;
    return middle + part * (right - left) / 2 + part * part * ((right + left) / 2 - middle);
  }
};

using Line = std::vector<uint8_t>;
// As many as a digit has, or a guard.
constexpr size_t width = 7 * samples;
using Samples = std::array<float, width>;

// Samples from a place on, normalized.
Samples take(const Line &line, double start, double step) {
  Samples values;
  const int last = int(line.size()) - 2;
  for (size_t i = 0; i < width; ++i) {
    const double at = std::clamp(start + (double(i) + 0.5) * step - 0.5, 0.0, last + 1.0);
    const int left = std::min(int(at), last);
    values[i] = float(line[size_t(left)] + (at - left) * (line[size_t(left) + 1] - line[size_t(left)]));
  }
  normalize(values.data(), width, 25);
  return values;
}

float product(const Samples &values, const std::vector<float> &shape) {
  // Four sums, which the compiler may build at once.
  float sums[4] = {};
  for (size_t i = 0; i < width; i += 4) {
    for (size_t j = 0; j < 4; ++j) sums[j] += values[i + j] * shape[i + j];
  }
  return sums[0] + sums[1] + sums[2] + sums[3];
}

struct Reading {
  std::string text;
  double similarity = 0, margin = 0;
};

// With its check digit, the last.
bool is_checked(const std::string &digits) {
  int sum = 0;
  for (size_t i = 0; i < digits.size(); ++i) sum += (digits[digits.size() - 1 - i] - '0') * (i % 2 == 0 ? 1 : 3);
  return sum % 10 == 0;
}

// A UPC-E's digits as the EAN-13 that they stand for; empty for sets that mean none.
std::string expanded(const std::string &digits, std::string sets) {
  if (sets[0] == 'A') return "";
  for (char &set : sets) set = set == 'A' ? 'B' : 'A';
  // Number system 0, whose sets are an EAN-13's the other way round; 1 is on no goods.
  const int check = sets == "AAABBB" ? 0 : int(std::find(first_digits + 1, first_digits + 10, sets) - first_digits);
  if (check == 10) return "";
  const char last = digits[5];
  const std::string body = last < '3'    ? digits.substr(0, 2) + last + "0000" + digits.substr(2, 3)
                           : last == '3' ? digits.substr(0, 3) + "00000" + digits.substr(3, 2)
                           : last == '4' ? digits.substr(0, 4) + "00000" + digits[4]
                                         : digits.substr(0, 5) + "0000" + last;
  return "00" + body + char('0' + check);
}

// What the digits and their sets say; empty for nothing.
std::string text(const Layout &layout, std::string digits, const std::string &sets) {
  if (layout.symbology == QIX_SCAN_UPCE) digits = expanded(digits, sets);
  if (layout.symbology == QIX_SCAN_EAN13) {
    const auto first = std::find(first_digits, first_digits + 10, sets);
    if (first == first_digits + 10) return "";
    digits.insert(digits.begin(), char('0' + (first - first_digits)));
  }
  return !digits.empty() && is_checked(digits) ? digits : "";
}

// Paper isn't flat: a digit may lie a quarter of a module beside its place.
using Digit = std::array<Samples, 3>;

std::vector<Digit> cut(const Line &line, const Layout &layout, const Place &place) {
  std::vector<Digit> digits;
  for (int i = 0; i < layout.left + layout.right; ++i) {
    const double start = place.at(layout.first(i), layout.modules);
    const double step = (place.at(layout.first(i) + 7, layout.modules) - start) / width;
    const double quarter = step * samples / 4;
    digits.push_back({take(line, start - quarter, step), take(line, start, step),
                      take(line, start + quarter, step)});
  }
  return digits;
}

// The most similar of an alphabet.
Reading spell(const std::vector<Digit> &cut, const Layout &layout, const Alphabet &alphabet) {
  Reading reading{"", 1, 1};
  std::string digits, sets;
  for (const Digit &digit : cut) {
    const bool is_left = int(digits.size()) < layout.left;
    const size_t from = is_left ? 0 : 20, to = !is_left ? 30 : layout.mixed ? 20 : 10;
    float most = -1, second = -1;
    size_t best = from;
    for (size_t i = from; i < to; ++i) {
      float similar = -1;
      for (const Samples &values : digit) similar = std::max(similar, product(values, alphabet[i]));
      if (similar > most) second = most, most = similar, best = i;
      else second = std::max(second, similar);
    }
    reading.similarity = std::min(reading.similarity, double(most));
    reading.margin = std::min(reading.margin, double(most - second));
    digits.push_back(char('0' + best % 10));
    if (is_left) sets.push_back(best < 10 ? 'A' : 'B');
  }
  reading.text = text(layout, digits, sets);
  return reading;
}

// Reads what lies between two places.
Reading read(const Line &line, const Layout &layout, Place &place) {
  static const std::vector<Alphabet> alphabets = [] {
    std::vector<Alphabet> all;
    for (double spread : spreads) {
      for (double blur : blurs) all.push_back(alphabet(spread, blur));
    }
    return all;
  }();
  const double module = (place.right - place.left) / layout.modules;
  // Moves a place to where its guard is most similar, within `reach` modules; whether it is similar at all.
  const auto moves = [&](const Guard &guard, double &at, double origin, double reach) {
    float most = 0.5f;
    double best = at;
    for (double shift = -reach; shift <= reach; shift += 0.125) {
      const double start = at + (guard.first - origin + shift) * module;
      const float found = product(take(line, start, module / samples), guard.values);
      if (found > most) most = found, best = at + shift * module;
    }
    at = best;
    return most > 0.5f;
  };
  if (!moves(layout.begin, place.left, 0, 1.75) || !moves(layout.end, place.right, layout.modules, 1.75)) return {};
  place.middle = (place.left + place.right) / 2;
  if (layout.right > 0 && !moves(layout.middle, place.middle, layout.modules / 2.0, 2.5)) return {};
  const std::vector<Digit> digits = cut(line, layout, place);
  Reading best;
  for (const Alphabet &alphabet : alphabets) {
    const Reading found = spell(digits, layout, alphabet);
    // What isn't like digits at all won't become so with another blur.
    if (found.similarity < 0.6 && &alphabet == &alphabets[0]) break;
    if (!found.text.empty() && found.similarity > best.similarity) best = found;
  }
  return best.similarity >= least_similarity && best.margin >= layout.least_margin ? best : Reading();
}

struct Stretch {
  int first, end;
  int length() const { return end - first; }
};

// The even stretches of a row, between which a code may lie.
std::vector<Stretch> stretches(const Line &line) {
  constexpr int least = 6, range = 28;
  std::vector<Stretch> found;
  int first = 0, low = 255, high = 0;
  const auto widens = [&](int x) {
    const int lower = std::min<int>(low, line[size_t(x)]), higher = std::max<int>(high, line[size_t(x)]);
    if (higher - lower > range) return false;
    low = lower, high = higher;
    return true;
  };
  for (int x = 0; x < int(line.size()); ++x) {
    if (widens(x)) continue;
    if (x - first >= least) found.push_back({first, x});
    low = high = line[size_t(x)];
    for (first = x; first > 0 && widens(first - 1);) --first;
  }
  if (int(line.size()) - first >= least) found.push_back({first, int(line.size())});
  return found;
}

// Calls `sink` with the readings of a row; whether there were some.
template <typename Sink> bool read(const Line &line, int symbologies, Sink sink) {
  const auto quiet = stretches(line);
  bool found = false;
  for (size_t i = 0; i < quiet.size(); ++i) {
    int longest = 0;
    for (size_t j = i + 1; j < quiet.size(); longest = std::max(longest, quiet[j++].length())) {
      const Place between{double(quiet[i].end), 0, double(quiet[j].first)};
      for (const Layout &layout : layouts()) {
        const double module = (between.right - between.left) / layout.modules;
        if ((symbologies & layout.symbology) == 0 || module < 1.2) continue;
        // Quiet zones have seven modules or more, bars and spaces four or fewer.
        if (std::min(quiet[i].length(), quiet[j].length()) < 4 * module || longest > 5.5 * module) continue;
        Place place = between;
        const Reading reading = read(line, layout, place);
        if (reading.text.empty()) continue;
        sink(layout, reading, place);
        found = true;
      }
    }
  }
  return found;
}

struct Found {
  int symbology, rows, above, below;
  double left, right;
};

int read(const qix_scan_picture &picture, int symbologies, qix_scan_sink sink, void *context) {
  if (picture.width < 2) return 0;
  std::map<std::string, Found> found;
  const int every = std::max(4, picture.height / 40);
  int most = 0;
  for (int y = every / 2; y < picture.height && most < enough; y += every) {
    Line line(picture.row(y), picture.row(y) + picture.width);
    for (const bool is_turned : {false, true}) {
      if (is_turned) std::reverse(line.begin(), line.end());
      if (read(line, symbologies, [&](const Layout &layout, const Reading &reading, const Place &place) {
            const double left = is_turned ? picture.width - place.right : place.left;
            const double right = is_turned ? picture.width - place.left : place.right;
            Found &code = found.try_emplace(reading.text, Found{layout.symbology, 0, y, y, left, right}).first->second;
            most = std::max(most, ++code.rows);
            code.below = y + 1;
          }))
        break;
    }
  }
  for (const auto &[text, code] : found) {
    qix_scan_hit hit{};
    hit.symbology = code.symbology;
    hit.lines = code.rows;
    const double xs[] = {code.left, code.right, code.right, code.left};
    for (int i = 0; i < 4; ++i) picture.placement.map(xs[i], i < 2 ? code.above : code.below, hit.corners + 2 * i);
    hit.bytes = reinterpret_cast<const uint8_t *>(text.data());
    hit.count = hit.length = text.size();
    hit.text = text.data();
    sink(context, &hit);
  }
  return int(found.size());
}

} // namespace

int qix_scan_match(const qix_scan_picture *picture, int symbologies, qix_scan_sink sink, void *context) {
  // No exception may cross into C.
  try {
    return read(*picture, symbologies, sink, context);
  } catch (...) {
    return -1;
  }
}
