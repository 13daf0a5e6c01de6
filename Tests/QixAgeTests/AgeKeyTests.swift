import QixCrypto
import QixTesting
import Testing

@testable import QixAge

@Suite("Keys of age") struct AgeKeyTests {
  @Test("Identities and recipients are written and read again")
  func roundTrip() throws {
    let random = SeededRandomSource(seed: 3)
    for _ in 0..<100 {
      let made = AgeIdentity(random: random)
      let text = String(decoding: bytes(made.text), as: UTF8.self)
      #expect(text.hasPrefix("AGE-SECRET-KEY-1") && text.utf8.count == 74)
      #expect(identity(text)?.recipient == made.recipient)
      #expect(identity(text.lowercased())?.recipient == made.recipient)
      #expect(made.recipient.description.hasPrefix("age1") && made.recipient.description.utf8.count == 62)
      #expect(try AgeRecipient(made.recipient.description) == made.recipient)
    }
  }

  /// BIP 173's test vectors for checksums, without those that only its limit on the length refuses.
  @Test(
    "Bech32",
    arguments: [
      ("A12UEL5L", "a", true), ("a12uel5l", "a", true),
      (
        "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs",
        "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio", true
      ),
      ("abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw", "abcdef", true),
      ("split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w", "split", true),
      ("?1ezyfcl", "?", true), ("A12uEL5L", "a", false), ("a12uel5m", "a", false), ("a12uel5l", "b", false),
      ("pzry9x0s0muk", "", false), ("1pzry9x0s0muk", "", false), ("x1b4n0q5v", "x", false), ("li1dgmt3", "li", false),
      ("de1lg7wt\u{FF}", "de", false), ("10a06t8", "", false), ("1qzzfhee", "", false), ("", "a", false),
      ("a", "a", false), ("a1", "a", false),
    ])
  func bech32(_ text: String, _ prefix: String, _ isValid: Bool) {
    let isRead = SecretBytes(copying: Array(text.utf8)).withUnsafeBytes { Bech32.decode($0, prefix: prefix) != nil }
    #expect(isRead == isValid)
  }

  @Test(
    "What is no recipient is refused",
    arguments: [
      "", "age1", "age", "age1qqqqqq", "AGE-SECRET-KEY-1EGTZVFFV20835NWYV6270LXYVK2VKNX2MMDKWYKLMGR48UAWX40Q2P2LM0",
      // The recipient of the kit's identity, with another last character, mixed case, and a blank.
      "age1lvyvwawkr0mcnnnncaghunadrqkmuf9e6507x9y920xxpp866cnql7dp2y",
      "age1lvyvwawkr0mcnnnncaghunadrqkmuf9e6507x9y920xxpp866cnql7dp2Z",
      "age1lvyvwawkr0mcnnnncaghunadrqkmuf9e6507x9y920xxpp866cnql7dp2z ",
    ])
  func noRecipient(_ text: String) {
    #expect(throws: AgeError.recipient) { try AgeRecipient(text) }
  }

  @Test("A recipient of low order is refused when somebody encrypts to it")
  func lowOrder() throws {
    let zeros = bytes(Bech32.encode(SecretBytes(count: 32), prefix: "age"))
    let recipient = try AgeRecipient(String(decoding: zeros, as: UTF8.self))
    #expect(throws: AgeError.recipient) { try encrypt([1], for: [recipient]) }
  }

  @Test("A file of identities has comments and empty lines; anything else is named by its line")
  func identityFile() throws {
    let made = AgeIdentity(random: SeededRandomSource())
    let text = String(decoding: bytes(made.text), as: UTF8.self)
    func all(_ file: String) throws -> [AgeRecipient] {
      try AgeIdentity.all(in: SecretBytes(copying: Array(file.utf8))).map(\.recipient)
    }
    #expect(try all("# created: today\r\n\n\(text)\r\n") == [made.recipient])
    #expect(try all("\(text)\n\(text)") == [made.recipient, made.recipient])
    #expect(throws: AgeError.identity(line: 2)) { try all("\(text)\n\(text)x\n") }
    #expect(throws: AgeError.identity(line: 1)) { try all(" \(text)") }
    #expect(throws: AgeError.identity(line: 1)) { try all(made.recipient.description) }
    #expect(throws: AgeError.identity(line: 1)) { try all("") }
    #expect(throws: AgeError.identity(line: 1)) { try all("# nothing") }
  }

  @Test("What an editor or a shell has written in another encoding is named as such")
  func encodings() throws {
    let text = String(decoding: bytes(AgeIdentity(random: SeededRandomSource()).text), as: UTF8.self) + "\r\n"
    let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    for (file, problem) in [
      ([0xEF, 0xBB, 0xBF] + Array(text.utf8), "begins with a byte order mark"),
      ([0xFF, 0xFE] + little, "is UTF-16 text"),
      ([0xFE, 0xFF] + big, "is UTF-16 text"), (little, "is UTF-16 text"), (big, "is UTF-16 text"),
    ] {
      #expect(throws: AgeError.encoding("the identity file", problem)) {
        try AgeIdentity.all(in: SecretBytes(copying: file))
      }
    }
    let recipient = "age1lvyvwawkr0mcnnnncaghunadrqkmuf9e6507x9y920xxpp866cnql7dp2z"
    #expect(throws: AgeError.encoding("the age recipient", "begins with a byte order mark")) {
      try AgeRecipient("\u{FEFF}\(recipient)")
    }
  }
}
