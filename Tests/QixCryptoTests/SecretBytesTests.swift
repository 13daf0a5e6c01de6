import QixTesting
import Testing

@testable import QixCrypto

@Suite("Secret bytes") struct SecretBytesTests {
  @Test("They hold what they were given, and wipe where it came from")
  func holds() {
    var source: [UInt8] = [1, 2, 3, 4, 5]
    let secret = SecretBytes(wiping: &source)
    #expect(source.isEmpty)
    #expect(hex(secret) == "0102030405")
    #expect(hex(secret.copy()) == "0102030405")
    #expect(hex(secret.copy(1..<3)) == "0203")
    #expect(hex(secret.copy(5..<5)) == "")
    #expect(hex(SecretBytes(copying: [])) == "")
    let isZero = secret.isZero
    #expect(!isZero)
  }

  @Test("They are compared by content and length")
  func compares() {
    let isEqual = secret("0102") == secret("0102")
    let isOther = secret("0102") == secret("0103")
    let isShorter = secret("0102") == secret("01")
    let isEmptyEqual = SecretBytes(count: 0) == SecretBytes(count: 0)
    #expect(isEqual && !isOther && !isShorter && isEmptyEqual)
    let (isZero, isAlsoZero) = (SecretBytes(count: 3).isZero, secret("000001").isZero)
    #expect(isZero && !isAlsoZero)
    #expect(constantTimeEqual([], []) && constantTimeEqual([1], [1]))
    #expect(!constantTimeEqual([1], [2]) && !constantTimeEqual([1], [1, 1]))
  }

  @Test("Randomness comes from the source that was given")
  func random() {
    let first = SecretBytes.random(count: 32, from: SeededRandomSource(seed: 5))
    let second = SecretBytes.random(count: 32, from: SeededRandomSource(seed: 5))
    let other = SecretBytes.random(count: 32, from: SystemRandomSource())
    let isSame = first == second
    let isOther = first == other
    let isZero = other.isZero
    #expect(isSame && !isOther && !isZero)
  }
}
