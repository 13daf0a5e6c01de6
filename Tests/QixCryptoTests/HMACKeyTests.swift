import QixCrypto
import QixTesting
import Testing

@Suite struct HMACKeyTests {
  /// A key that was taken in once gives what the secret gives, for keys and messages shorter and longer than a block of
  /// SHA-256, in one piece and in two, as often as wanted.
  @Test func aKeyGivesWhatTheSecretGives() {
    let seed = Seed(for: "keys of HMAC")
    var generator = SeededGenerator(seed)
    func bytes() -> [UInt8] {
      (0..<Int.random(in: 0...150, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    for _ in 0..<200 {
      let secret = bytes()
      let key = HMACSHA256.Key(SecretBytes(copying: secret))
      for _ in 0..<3 {
        let message = bytes()
        let cut = Int.random(in: 0...message.count, using: &generator)
        var tag = [UInt8](repeating: 0, count: HMACSHA256.size)
        message.withUnsafeBytes { message in
          tag.withUnsafeMutableBytes {
            key.mac(
              UnsafeRawBufferPointer(rebasing: message[..<cut]), UnsafeRawBufferPointer(rebasing: message[cut...]),
              into: $0)
          }
        }
        #expect(tag == HMACSHA256.mac(message, key: SecretBytes(copying: secret)), "\(seed)")
      }
    }
  }
}
