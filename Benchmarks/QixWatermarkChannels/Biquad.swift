internal import Glibc

/// Filters of second order in a row (bilinear transform).
enum Biquad {
  /// Butterworth of order 4 at both edges.
  static func band(_ x: [Float], rate: Double, low: Double, high: Double) -> [Float] {
    var y = x
    for quality in [0.541196, 1.306563] {
      y = filtered(y, rate: rate, corner: low, quality: quality, isHighPass: true)
      if high < 0.49 * rate { y = filtered(y, rate: rate, corner: high, quality: quality, isHighPass: false) }
    }
    return y
  }

  /// Order 1.
  static func lowPass(_ x: [Float], rate: Double, corner: Double) -> [Float] {
    let k = tan(.pi * corner / rate)
    let b = Float(k / (1 + k)), a = Float((k - 1) / (k + 1))
    var last: Float = 0, out: Float = 0
    return x.map { value in
      out = b * (value + last) - a * out
      last = value
      return out
    }
  }

  private static func filtered(
    _ x: [Float], rate: Double, corner: Double, quality: Double, isHighPass: Bool
  ) -> [Float] {
    let k = tan(.pi * corner / rate), norm = 1 / (1 + k / quality + k * k)
    let b0 = isHighPass ? norm : k * k * norm, b1 = isHighPass ? -2 * norm : 2 * k * k * norm
    let a1 = 2 * (k * k - 1) * norm, a2 = (1 - k / quality + k * k) * norm
    var s1 = 0.0, s2 = 0.0
    return x.map { value in
      let input = Double(value), output = b0 * input + s1
      s1 = b1 * input - a1 * output + s2
      s2 = b0 * input - a2 * output
      return Float(output)
    }
  }
}
