import QixCrypto
import QixKernel
import QixTesting
import Testing

@testable import QixAge

@Suite("age files") struct AgeFileTests {
  static let random = SeededRandomSource(seed: 7)
  static let alice = AgeIdentity(random: random)
  static let bob = AgeIdentity(random: random)
  static let sizes = [0, 1, 47, 48, 49, 65_535, 65_536, 65_537, 131_072, 200_000]

  @Test("What was encrypted is decrypted again, by each recipient and nobody else", arguments: sizes)
  func roundTrip(_ size: Int) throws {
    for form in [AgeFile.Form.binary, .armored] {
      let file = try encrypt(message(size), for: [Self.alice.recipient, Self.bob.recipient], form: form)
      #expect(try decrypt(file, with: [Self.alice]) == message(size))
      #expect(try decrypt(file, with: [AgeIdentity(random: Self.random), Self.bob]) == message(size))
      #expect(failure(file, with: [AgeIdentity(random: Self.random)]) == "age.no-match")
      #expect(failure(file, with: [passphrase("x")]) == "age.no-match")
      #expect(failure(file, with: []) == "age.no-match")
    }
  }

  @Test("With a passphrase too")
  func withPassphrase() throws {
    let file = try encrypt(message(100), for: [passphrase("open sesame")])
    #expect(try decrypt(file, with: [Self.alice, passphrase("open sesame")]) == message(100))
    #expect(failure(file, with: [passphrase("open sesam")]) == "age.no-match")
    #expect(failure(file, with: [Self.alice]) == "age.no-match")
  }

  @Test("Too much work is refused before it is done")
  func workFactor() throws {
    let strict = AgePassphrase(SecretBytes(copying: Array("x".utf8)), logN: 4, highest: 10)
    #expect(failure(try encrypt([1], for: [passphrase("x", logN: 11)]), with: [strict]) == "age.work-factor")
    #expect(failure(try encrypt([1], for: [passphrase("x", logN: 10)]), with: [strict]) == nil)
  }

  @Test("A passphrase stands alone, and somebody must be there")
  func recipients() throws {
    for recipients: [any AgeWrapping] in [
      [], [passphrase("x"), Self.alice.recipient], [passphrase("x"), passphrase("y")],
    ] {
      let error = #expect(throws: AgeError.self) { try encrypt([1], for: recipients) }
      #expect(error?.code == "age.recipients")
    }
  }

  @Test("Of a file that was cut off, memory gets nothing, and a stream whole chunks only")
  func cutOff() throws {
    let file = try encrypt(message(140_000), for: [Self.alice.recipient])
    let header = file.count - 140_000 - 3 * 16 - 16
    var cuts = [header + 15, header + 16, header + 17, header + 31, header + 32, file.count - 1]
    for chunk in 1...2 { cuts += [-1, 0, 1, 16, 17].map { header + 16 + chunk * (65_536 + 16) + $0 } }
    for cut in cuts {
      let beginning = Array(file[..<cut])
      #expect(failure(beginning, with: [Self.alice]) == (cut < header + 16 ? "age.header" : "age.payload"))

      var place = 0
      var seen: [UInt8] = []
      #expect(throws: AgeError.self) {
        try AgeFile.decrypt(
          from: { target in
            // A source that gives little at a time.
            let count = min(1_000, target.count, beginning.count - place)
            target.copyBytes(from: beginning[place..<place + count])
            place += count
            return count
          }, to: { seen += $0 }, with: [Self.alice])
      }
      #expect(seen.count.isMultiple(of: 65_536) && seen == Array(message(140_000).prefix(seen.count)))
    }
  }

  @Test("Chunks that change places, or are left out, are found")
  func chunks() throws {
    let file = try encrypt(message(200_000), for: [Self.alice.recipient])
    let start = file.count - 200_000 - 4 * 16
    let size = 65_536 + 16
    let parts = (0..<4).map { Array(file[start + $0 * size..<min(file.count, start + ($0 + 1) * size)]) }
    for order in [
      [1, 0, 2, 3], [0, 2, 1, 3], [0, 1, 3], [0, 3], [3], [0, 1, 2], [0, 0, 1, 2, 3], [0, 1, 2, 3, 3],
    ] {
      #expect(failure(Array(file[..<start]) + order.flatMap { parts[$0] }, with: [Self.alice]) == "age.payload")
    }
  }

  @Test("A header that never ends is not read into memory")
  func longHeader() throws {
    var given = 0
    let error = #expect(throws: AgeError.self) {
      try AgeFile.decrypt(
        from: { target in
          let text = Array("age-encryption.org/v1\n-> X25519 ".utf8)
          for index in target.indices { target[index] = given < text.count ? text[given] : 97 }
          given += target.count
          return target.count
        }, to: { _ in }, with: [Self.alice])
    }
    #expect(error?.code == "age.header")
    #expect(given < 2 << 20)
  }

  @Test("What source and sink throw comes through")
  func errors() throws {
    struct Broken: Error {}
    #expect(throws: Broken.self) {
      try AgeFile.decrypt(from: { _ in throw Broken() }, to: { _ in }, with: [Self.alice])
    }
    #expect(throws: Broken.self) {
      try AgeFile.encrypt(
        from: { _ in 0 }, to: { _ in throw Broken() }, for: [Self.alice.recipient], random: Self.random)
    }
  }
}
