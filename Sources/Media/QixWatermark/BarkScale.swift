internal import Glibc

/// Critical bands (Zwicker and Terhardt, 1980).
package enum BarkScale {
  /// Critical-band rate of a frequency in Hz, in Bark.
  package static func rate(_ hertz: Double) -> Double {
    13 * atan(0.00076 * hertz) + 3.5 * atan((hertz / 7_500) * (hertz / 7_500))
  }

  /// Bins below and above each bin that lie within half a Bark of it.
  /// - Parameters:
  ///   - bins: bins of the spectrum.
  ///   - width: Hz between neighbouring bins.
  package static func neighbours(bins: Int, width: Double) -> [Range<Int>] {
    let rates = (0..<bins).map { rate(Double($0) * width) }
    var low = 0, high = 0
    return (0..<bins).map { bin in
      while rates[low] < rates[bin] - 0.5 { low += 1 }
      while high < bins, rates[high] <= rates[bin] + 0.5 { high += 1 }
      return low..<high
    }
  }
}
