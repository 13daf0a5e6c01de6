internal import Glibc

/// Complex number in single precision, laid out as FFTW's and C's.
package struct Complex: Sendable, Equatable {
  package var re: Float
  package var im: Float

  @inline(__always)
  package init(_ re: Float, _ im: Float = 0) {
    self.re = re
    self.im = im
  }

  /// e^(j angle), the angle in radians.
  package init(angle: Double) {
    self.init(Float(cos(angle)), Float(sin(angle)))
  }

  package static let zero = Complex(0, 0)

  @inline(__always) package var power: Float { re * re + im * im }
  @inline(__always) package var conjugate: Complex { Complex(re, -im) }

  @inline(__always)
  package static func + (a: Complex, b: Complex) -> Complex { Complex(a.re + b.re, a.im + b.im) }
  @inline(__always)
  package static func - (a: Complex, b: Complex) -> Complex { Complex(a.re - b.re, a.im - b.im) }
  @inline(__always)
  package static func * (a: Complex, b: Complex) -> Complex {
    Complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
  }
  @inline(__always)
  package static func * (a: Complex, b: Float) -> Complex { Complex(a.re * b, a.im * b) }
  @inline(__always)
  package static func += (a: inout Complex, b: Complex) { a = a + b }
  @inline(__always)
  package static func -= (a: inout Complex, b: Complex) { a = a - b }

  /// Mean of as many values of each array, place by place.
  static func mean(_ arrays: [[Complex]]) -> [Complex] {
    var sum = arrays[0]
    for other in arrays.dropFirst() { for index in sum.indices { sum[index] += other[index] } }
    return sum.map { $0 * (1 / Float(arrays.count)) }
  }
}
