import Foundation
import Testing

/// What the program calculates without linking glibc's library of mathematics (Sources/Libraries/CProcess/mathematics.c).
@Suite struct MathematicsTests {
  @Test(arguments: [
    (0.0, 0.0), (-0.0, -0.0), (0.25, 1), (1, 1), (1.0000000000000002, 2), (-0.25, -0.0), (-1, -1), (-1.5, -1),
    (.leastNonzeroMagnitude, 1), (-.leastNonzeroMagnitude, -0.0), (4_503_599_627_370_495.5, 4_503_599_627_370_496),
    (-4_503_599_627_370_495.5, -4_503_599_627_370_495), (0x1p52, 0x1p52), (0x1p60, 0x1p60), (-0x1p80, -0x1p80),
    (.infinity, .infinity), (-.infinity, -.infinity),
  ])
  func whatIsRoundedUp(_ number: Double, _ rounded: Double) {
    let found = ceil(number)
    #expect(found == rounded && found.sign == rounded.sign, "\(number): \(found)")
  }

  @Test func whatIsNoNumberStaysNone() { #expect(ceil(Double.nan).isNaN) }

  /// Each is that of its own name, and of its own precision.
  @Test func theOthersAreTheLibrarys() {
    let half = 0.5
    #expect(abs(sin(half) - 0.479425538604203) < 1e-15 && abs(cos(half) - 0.8775825618903728) < 1e-15)
    #expect(abs(exp(half) - 1.6487212707001282) < 1e-15 && abs(log(half) + 0.6931471805599453) < 1e-15)
    #expect(abs(pow(2, half) - 1.4142135623730951) < 1e-15 && abs(atan2(1, half) - 1.1071487177940904) < 1e-15)
    #expect(floor(-half) == -1 && fmod(7.5, 2) == 1.5 && hypot(3.0, 4.0) == 5)
    #expect(abs(sinf(0.5) - 0.47942555) < 1e-7 && floorf(-0.5) == -1 && powf(2, 3) == 8)
  }
}
