import QixCrypto
import QixKernel
import QixTesting
import Testing

@testable import Members

/// One-time codes as RFC 6238 has them.
@Suite struct OneTimeCodeTests {
  private var key: SecretBytes { SecretBytes(copying: Array("12345678901234567890123456789012".utf8)) }

  private func time(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

  /// Appendix B, the rows of SHA-256.
  @Test(
    arguments: [
      (59, "46119246"), (1_111_111_109, "68084774"), (1_111_111_111, "67062674"), (1_234_567_890, "91819424"),
      (2_000_000_000, "90698825"), (20_000_000_000, "77737706"),
    ] as [(Int64, String)])
  func theValuesOfTheStandard(_ seconds: Int64, _ code: String) {
    let step = OneTimeCode.step(at: time(seconds))
    #expect(OneTimeCode.code(of: step, key: key) == Array(code.utf8))
    #expect(OneTimeCode.step(of: Array(code.utf8), key: key, at: time(seconds)) == step)
  }

  /// A step to either side.
  @Test func clocksMayDifferByAStep() {
    let now = time(1_800_000_000)
    let step = OneTimeCode.step(at: now)
    for difference in Int64(-3)...3 {
      let found = OneTimeCode.step(of: OneTimeCode.code(of: step + difference, key: key), key: key, at: now)
      #expect(found == (abs(difference) <= 1 ? step + difference : nil), "\(difference)")
    }
    #expect(OneTimeCode.step(of: [], key: key, at: now) == nil)
  }
}
