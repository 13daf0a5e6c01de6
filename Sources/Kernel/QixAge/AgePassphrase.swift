package import QixCrypto
package import QixKernel

/// A passphrase that opens a file (age's scrypt recipient). It stands alone: its holders could otherwise make files
/// that seem to come from the other recipients' sender.
package final class AgePassphrase: AgeWrapping, AgeUnwrapping, Sendable {
  static let type = "scrypt"

  private let passphrase: SecretBytes
  private let logN: Int
  private let highest: Int

  /// - Parameters:
  ///   - logN: The work factor of what is written, as a logarithm; 18 is age's, about a second and 256 MiB.
  ///   - highest: Of what is read: 20 is 1 GiB of memory, and four times the second.
  package init(_ passphrase: consuming SecretBytes, logN: Int = 18, highest: Int = 20) {
    precondition((1...highest).contains(logN) && highest <= 30)
    self.passphrase = passphrase
    self.logN = logN
    self.highest = highest
  }

  package var standsAlone: Bool { true }

  package func wrap(_ fileKey: borrowing SecretBytes, random: any RandomSource) throws -> Stanza {
    let salt = random.bytes(Self.saltSize)
    return Stanza(
      arguments: [Self.type, Base64.unpadded.encode(salt), "\(logN)"],
      body: FileKey.seal(fileKey, with: try wrappingKey(salt: salt, logN: logN)))
  }

  package func unwrap(_ stanza: Stanza) throws -> SecretBytes? {
    guard stanza.type == Self.type else { return nil }
    guard stanza.arguments.count == 3, let salt = Base64.unpadded.decode(stanza.arguments[1]),
      salt.count == Self.saltSize, let logN = Self.workFactor(stanza.arguments[2])
    else { throw AgeError.header("a scrypt stanza needs a salt of 16 bytes and a work factor") }
    try FileKey.check(stanza.body)
    guard logN <= highest else {
      throw Failure(
        "age.work-factor", .refused,
        "the age file asks for scrypt with a work factor of \(logN); \(highest) is the highest that is accepted",
        hint: "open it with age, and encrypt it again")
    }
    return FileKey.open(stanza.body, with: try wrappingKey(salt: salt, logN: logN))
  }

  private func wrappingKey(salt: [UInt8], logN: Int) throws -> SecretBytes {
    try Scrypt.derive(passphrase, salt: Array("age-encryption.org/v1/scrypt".utf8) + salt, logN: logN)
  }

  /// Decimal digits, the first not 0; nil for anything else. None that is beyond three digits is of interest.
  private static func workFactor(_ text: String) -> Int? {
    let digits = Array(text.utf8)
    guard (1...3).contains(digits.count), digits[0] != UInt8(ascii: "0"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }

  private static let saltSize = 16
}
