import QixCommands
import QixCrypto
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Vault

@Suite struct FormatTests {
  private func bytes(_ secret: consuming SecretBytes?) -> [UInt8]? {
    guard let secret else { return nil }
    return secret.withUnsafeBytes { Array($0) }
  }

  /// The sizes that can be seen from outside.
  @Test(arguments: [
    (1, 64), (63, 64), (64, 256), (255, 256), (256, 1_024), (1_023, 1_024), (1_024, 4_096), (4_096, 16_384),
    (16_383, 16_384), (16_384, 32_768), (1 << 20, (1 << 20) + 16_384),
  ])
  func secretsArePaddedToSizeClasses(_ count: Int, _ size: Int) throws {
    let secret = SecretBytes(copying: [UInt8](repeating: 0x80, count: count))
    let padded = SizeClass.pad(secret)
    #expect(padded.count == size)
    #expect(bytes(SizeClass.unpad(padded))?.count == count)
  }

  @Test func secretsThatEndLikePaddingComeBack() throws {
    for tail in [[0x80], [0x80, 0, 0], [0, 0, 0], [0]] as [[UInt8]] {
      let secret = SecretBytes(copying: [1, 2] + tail)
      #expect(bytes(SizeClass.unpad(SizeClass.pad(secret))) == [1, 2] + tail)
    }
  }

  @Test func namesComeBack() throws {
    let seed = Seed(for: "FormatTests.namesComeBack")
    var generator = SeededGenerator(seed)
    for _ in 0..<500 {
      func text() -> String {
        String(
          String.UnicodeScalarView(
            (0..<Int.random(in: 0...40, using: &generator)).map { _ in
              Unicode.Scalar(UInt32.random(in: 0x20...0xD7FF, using: &generator)) ?? " "
            }))
      }
      let names = ItemNames(
        service: text(), account: text(), label: text(),
        readers: (0..<Int.random(in: 0...4, using: &generator)).map { _ in text() })
      #expect(names.encoded.count % 64 == 0)
      #expect(ItemNames(encoded: names.encoded) == names, "\(seed)")
    }
  }

  /// Whatever the bytes: an answer, never a trap.
  @Test func noBytesAreTooStrangeForNames() throws {
    let seed = Seed(for: "FormatTests.noBytesAreTooStrangeForNames")
    var generator = SeededGenerator(seed)
    let whole = ItemNames(service: "smtp", account: "ada", label: "", readers: ["run"]).encoded
    for _ in 0..<5_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
      if let names = ItemNames(encoded: bytes) { #expect(names.encoded == bytes, "\(seed)") }
    }
  }

  @Test func aHistoryKeepsTheLatest() throws {
    var history = History()
    for version in 1...7 as ClosedRange<Int64> {
      history.append(version, digest: [UInt8](repeating: UInt8(version), count: 32))
    }
    #expect(history.keep(3) == [1, 2, 3, 4])
    #expect(history.versions == [5, 6, 7])
    #expect(history.digest(of: 6) == [UInt8](repeating: 6, count: 32))
    #expect(history.digest(of: 4) == nil)
    #expect(History(history.bytes) == history)
    #expect(History(Array(history.bytes.dropLast())) == nil)
    #expect(History(history.bytes + history.bytes) == nil)
  }

  /// Letters and digits, all of them, none much more often than another.
  @Test func passwordsAreEvenlyMade() throws {
    var counts: [UInt8: Int] = [:]
    let password = Password.random(count: 62_000, from: SeededRandomSource(seed: 5))
    password.withUnsafeBytes { for byte in $0 { counts[byte, default: 0] += 1 } }
    #expect(counts.count == 62)
    #expect(counts.values.allSatisfy { (800...1_200).contains($0) })
  }
}
