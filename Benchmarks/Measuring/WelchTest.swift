/// Whether two sets of measurements have the same mean, as dudect asks it of timings (Reparaz, Balasch and Verbauwhede,
/// "Dude, is my code constant time?", 2017).
package enum WelchTest {
  /// What dudect calls a leak: `t` beyond this is no accident.
  package static let threshold = 10.0

  /// Parts of all measurements that are kept, the fastest first: interrupts and other programs only ever add time, and
  /// a leak that is small beside them shows in what is left.
  private static let crops = [1.0, 0.99, 0.9, 0.5]

  /// The greatest absolute `t` over all crops.
  package static func leak(_ first: [Int64], _ second: [Int64]) -> Double {
    let sorted = (first + second).sorted()
    guard let greatest = sorted.last else { return 0 }
    // One bound for both: a bound for each would hide the difference.
    let bounds = crops.map { $0 < 1 ? sorted[Int(Double(sorted.count) * $0)] : greatest }
    return bounds.map { bound in abs(t(first.filter { $0 <= bound }, second.filter { $0 <= bound })) }.max() ?? 0
  }

  /// Welch's statistic: the difference of the means over its standard error (Welch 1947). Of fewer than two
  /// measurements on a side it says nothing, which is 0.
  package static func t(_ first: [Int64], _ second: [Int64]) -> Double {
    guard first.count > 1, second.count > 1 else { return 0 }
    let (one, other) = (moments(first), moments(second))
    let error = (one.variance / Double(first.count) + other.variance / Double(second.count)).squareRoot()
    guard error > 0 else { return one.mean == other.mean ? 0 : .infinity }
    return (one.mean - other.mean) / error
  }

  private static func moments(_ values: [Int64]) -> (mean: Double, variance: Double) {
    let mean = values.reduce(0) { $0 + Double($1) } / Double(values.count)
    let squares = values.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    return (mean, squares / Double(values.count - 1))
  }
}
