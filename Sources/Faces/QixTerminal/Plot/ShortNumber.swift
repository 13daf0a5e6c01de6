internal import QixCommands

/// Numbers as axes show them: `950`, `1.2k`, `3.4M`, `1.25G`.
enum ShortNumber {
  private static let units: [(size: Double, suffix: String)] = [
    (1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""),
  ]

  /// - Parameter step: the distance of neighbours that must be told apart; nil for three significant digits.
  static func text(_ value: Double, step: Double? = nil) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "-" }
    let magnitude = abs(value)
    guard magnitude < 1e21, magnitude >= 1e-6 else { return value.description }
    // A number that would be rounded to 1000k is 1M.
    let unit = units.first { magnitude >= $0.size * 0.9995 } ?? units[units.count - 1]
    let places = decimals(for: step.map { $0 / unit.size } ?? precision(magnitude / unit.size))
    // Too fine for a suffix: 1000002 and 1000004 are told apart by all their digits only.
    if places > 3, unit.size > 1, magnitude < 9e15 { return grouped(fixed(value, decimals(for: step ?? 1))) }
    return fixed(value / unit.size, min(places, 9)) + unit.suffix
  }

  /// The place of the third significant digit.
  private static func precision(_ magnitude: Double) -> Double {
    if magnitude >= 10 { return magnitude >= 100 ? 1 : 0.1 }
    var power = 1.0
    while power > magnitude * 1.001 { power /= 10 }
    return power / 100
  }

  /// Returns the number of decimals that multiples of a step need.
  private static func decimals(for step: Double) -> Int {
    var (places, scaled) = (0, step)
    while places < 9, scaled < 0.999_999 || abs(scaled - scaled.rounded()) > 1e-6 * scaled {
      (places, scaled) = (places + 1, scaled * 10)
    }
    return places
  }

  /// A number with some decimals, without zeros at their end. Never in exponents up to 2⁶³.
  static func fixed(_ value: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e18 else { return value.description }
    var digits = String(Int64(scaled))
    if places > 0 {
      digits = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
      var decimals = String(digits.suffix(places))
      while decimals.last == "0" { decimals.removeLast() }
      digits = String(digits.dropLast(places)) + (decimals.isEmpty ? "" : "." + decimals)
    }
    return (value < 0 && scaled > 0 ? "-" : "") + digits
  }

  private static func grouped(_ digits: String) -> String {
    let whole = digits.prefix { $0 != "." }
    var result = ""
    for (index, character) in whole.enumerated() {
      let left = whole.count - index
      if left % 3 == 0, let last = result.last, last != "-" { result.append(",") }
      result.append(character)
    }
    return result + digits.dropFirst(whole.count)
  }
}
