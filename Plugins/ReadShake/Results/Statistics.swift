/// Arithmetic of samples.
enum Statistics {
  /// Nil of nothing.
  static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// Of a sample, with n − 1; nil below two values.
  static func variance(_ values: [Double]) -> Double? {
    guard values.count > 1, let mean = mean(values) else { return nil }
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
  }

  static func deviation(_ values: [Double]) -> Double? { variance(values).map { $0.squareRoot() } }

  /// The middle value, or half-way between the two middle ones; nil of nothing.
  static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted(), middle = values.count / 2
    return values.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// Of a sample, with n − 1; nil below two pairs.
  static func covariance(_ one: [Double], _ other: [Double]) -> Double? {
    precondition(one.count == other.count, "a covariance is of pairs")
    guard one.count > 1, let mean = mean(one), let otherMean = self.mean(other) else { return nil }
    return zip(one, other).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - otherMean) } / Double(one.count - 1)
  }

  /// The covariance as a share of the greatest that the same values could have, each in its own order (Moodle's
  /// discriminative efficiency); nil where one of the two doesn't vary.
  static func efficiency(_ one: [Double], _ other: [Double]) -> Double? {
    guard correlation(one, other) != nil, let covariance = covariance(one, other),
      let most = self.covariance(one.sorted(), other.sorted()), most > 0
    else { return nil }
    return covariance / most
  }

  /// The sum of a power of the distances from the mean, and n.
  private static func moment(_ values: [Double], _ power: Int) -> (sum: Double, count: Double) {
    let mean = mean(values) ?? 0
    return (
      values.reduce(0) { sum, value in sum + (0..<power).reduce(1) { one, _ in one * (value - mean) } },
      Double(values.count)
    )
  }

  /// k₃ / k₂^(3/2), with Fisher's k-statistics, which are unbiased; nil below three values, and where none differs.
  static func skewness(_ values: [Double]) -> Double? {
    guard values.count > 2, let variance = variance(values), variance > 1e-12 else { return nil }
    let (sum, n) = moment(values, 3)
    return n * sum / ((n - 1) * (n - 2)) / (variance * variance.squareRoot())
  }

  /// k₄ / k₂², 0 for a normal distribution; nil below four values, and where none differs.
  static func kurtosis(_ values: [Double]) -> Double? {
    guard values.count > 3, let variance = variance(values), variance > 1e-12 else { return nil }
    let (fourth, n) = moment(values, 4)
    let second = moment(values, 2).sum
    let k = n * ((n + 1) * fourth - 3 * (n - 1) * second * second / n) / ((n - 1) * (n - 2) * (n - 3))
    return k / (variance * variance)
  }

  /// Pearson's product-moment correlation; nil where one of the two doesn't vary.
  ///
  /// Of a question that is right or wrong and a score it is the point-biserial correlation.
  static func correlation(_ one: [Double], _ other: [Double]) -> Double? {
    precondition(one.count == other.count, "a correlation is of pairs")
    guard one.count > 1, let mean = mean(one), let otherMean = self.mean(other) else { return nil }
    var (sum, squares, otherSquares) = (0.0, 0.0, 0.0)
    for (left, right) in zip(one, other) {
      sum += (left - mean) * (right - otherMean)
      squares += (left - mean) * (left - mean)
      otherSquares += (right - otherMean) * (right - otherMean)
    }
    // What is left of rounding is no variation.
    let least = 1e-12 * Double(one.count)
    guard squares > least * max(1, mean * mean), otherSquares > least * max(1, otherMean * otherMean) else {
      return nil
    }
    return sum / (squares * otherSquares).squareRoot()
  }

  /// Cronbach's alpha, k / (k − 1) · (1 − Σ σᵢ² / σ²), with the variances of the k items and of their sum
  /// (L. J. Cronbach, "Coefficient alpha and the internal structure of tests", Psychometrika 16, 1951). Of items that
  /// are right or wrong it is Kuder and Richardson's formula 20.
  /// - Parameter items: for each item the scores of all persons, in one order.
  /// - Returns: nil for fewer than two items or persons, and where the sums don't vary.
  static func alpha(_ items: [[Double]]) -> Double? {
    guard items.count > 1, let persons = items.first?.count, persons > 1 else { return nil }
    let sums = (0..<persons).map { person in items.reduce(0) { $0 + $1[person] } }
    return alpha(count: items.count, parts: items.reduce(0) { $0 + (variance($1) ?? 0) }, sums: sums)
  }

  /// Cronbach's alpha from the sum of the items' variances and the persons' sums, where these are known already.
  static func alpha(count: Int, parts: Double, sums: [Double]) -> Double? {
    guard count > 1, let whole = variance(sums), whole > 1e-12 else { return nil }
    return Double(count) / Double(count - 1) * (1 - parts / whole)
  }

  /// The weight of each person among the highest and among the lowest 27 % (T. L. Kelley, "The selection of upper and
  /// lower groups for the validation of test items", Journal of Educational Psychology 30, 1939). Persons with the same
  /// score at a group's edge share its last places, so that no order among them decides.
  /// - Returns: nil below four persons, where the groups would say nothing.
  static func kelleyGroups(_ scores: [Int64]) -> (upper: [Double], lower: [Double])? {
    guard scores.count >= 4 else { return nil }
    let size = max(1, (0.27 * Double(scores.count)).rounded())
    let counts = scores.reduce(into: [Int64: Double]()) { $0[$1, default: 0] += 1 }
    func shares(_ isBefore: (Int64, Int64) -> Bool) -> [Double] {
      var ahead = 0.0
      var share: [Int64: Double] = [:]
      for score in counts.keys.sorted(by: isBefore) {
        let same = counts[score] ?? 1
        share[score] = min(1, max(0, (size - ahead) / same))
        ahead += same
      }
      return scores.map { share[$0] ?? 0 }
    }
    return (shares(>), shares(<))
  }

  static func weightedMean(_ values: [Double], _ weights: [Double]) -> Double {
    let whole = weights.reduce(0, +)
    return whole == 0 ? 0 : zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } / whole
  }
}
