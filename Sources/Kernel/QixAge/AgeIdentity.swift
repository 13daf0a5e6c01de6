package import QixCrypto
package import QixKernel

/// The public half of an identity: who can open a file (`age1…`).
package struct AgeRecipient: Hashable, Sendable, CustomStringConvertible {
  package let key: [UInt8]

  fileprivate init(key: [UInt8]) { self.key = key }

  /// - Parameter text: `age1` and 58 characters.
  package init(_ text: String) throws(AgeError) {
    let key = SecretBytes(copying: Array(text.utf8)).withUnsafeBytes { Bech32.decode($0, prefix: "age") }
    guard let key, key.count == X25519.keySize else {
      guard text.unicodeScalars.first != "\u{FEFF}" else {
        throw .encoding("the age recipient", "begins with a byte order mark")
      }
      throw .recipient
    }
    self.key = key.withUnsafeBytes { Array($0) }
  }

  package var description: String {
    Bech32.encode(SecretBytes(copying: key), prefix: "age").withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}

extension AgeRecipient: AgeWrapping {
  package var standsAlone: Bool { false }

  package func wrap(_ fileKey: borrowing SecretBytes, random: any RandomSource) throws -> Stanza {
    let ephemeral = SecretBytes.random(count: X25519.keySize, from: random)
    let share = X25519.publicKey(of: ephemeral)
    // Of a point of low order, which no identity has.
    guard let secret = X25519.sharedSecret(ephemeral, key) else { throw AgeError.recipient }
    return Stanza(
      arguments: [AgeIdentity.type, Base64.unpadded.encode(share)],
      body: FileKey.seal(fileKey, with: AgeIdentity.wrappingKey(secret, share: share, recipient: key)))
  }
}

/// An X25519 identity, which opens what was encrypted to its recipient.
package final class AgeIdentity: AgeUnwrapping, Sendable {
  static let type = "X25519"
  private static let prefix = "age-secret-key-"

  private let key: SecretBytes
  package let recipient: AgeRecipient

  /// - Parameter key: 32 random bytes.
  package init(key: consuming SecretBytes) {
    precondition(key.count == X25519.keySize)
    recipient = AgeRecipient(key: X25519.publicKey(of: key))
    self.key = key
  }

  package convenience init(random: any RandomSource) {
    self.init(key: SecretBytes.random(count: X25519.keySize, from: random))
  }

  /// `AGE-SECRET-KEY-1` and 58 characters, nothing around them. Nil when it is something else.
  package convenience init?(text: UnsafeRawBufferPointer) {
    guard let key = Bech32.decode(text, prefix: Self.prefix), key.count == X25519.keySize else { return nil }
    self.init(key: key)
  }

  /// The identities of a file as `age-keygen` writes it: one a line; empty lines and lines behind `#` are skipped.
  package static func all(in file: borrowing SecretBytes) throws(AgeError) -> [AgeIdentity] {
    try file.withUnsafeBytes { (file) throws(AgeError) in
      if let problem = encodingProblem(of: file) { throw .encoding("the identity file", problem) }
      var identities: [AgeIdentity] = []
      var (start, line) = (0, 0)
      while start < file.count {
        line += 1
        let next = file[start...].firstIndex(of: UInt8(ascii: "\n")) ?? file.count
        var end = next
        while end > start, [UInt8(ascii: "\r"), UInt8(ascii: " ")].contains(file[end - 1]) { end -= 1 }
        let text = UnsafeRawBufferPointer(rebasing: file[start..<end])
        start = next + 1
        if text.isEmpty || text[0] == UInt8(ascii: "#") { continue }
        guard let identity = AgeIdentity(text: text) else { throw .identity(line: line) }
        identities.append(identity)
      }
      guard !identities.isEmpty else { throw .identity(line: max(line, 1)) }
      return identities
    }
  }

  /// How a text editor, or a shell's redirection, has made a file that age can't read; nil for others.
  private static func encodingProblem(of file: UnsafeRawBufferPointer) -> String? {
    if file.starts(with: [0xEF, 0xBB, 0xBF]) { return "begins with a byte order mark" }
    // With its mark, or without: one byte of each character is zero.
    let isUTF16 = file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]) || file.prefix(2).contains(0)
    return isUTF16 ? "is UTF-16 text" : nil
  }

  /// Lends the private key, 32 bytes, for what else is encrypted to its recipient.
  package func withKey<Result: ~Copyable>(_ body: (borrowing SecretBytes) throws -> Result) rethrows -> Result {
    try body(key)
  }

  /// `AGE-SECRET-KEY-1…`, to be kept as what it is: a secret.
  package var text: SecretBytes { Bech32.encode(key, prefix: Self.prefix, uppercase: true) }

  package func unwrap(_ stanza: Stanza) throws -> SecretBytes? {
    guard stanza.type == Self.type else { return nil }
    guard stanza.arguments.count == 2, let share = Base64.unpadded.decode(stanza.arguments[1]),
      share.count == X25519.keySize
    else { throw AgeError.header("an X25519 stanza has no share of 32 bytes") }
    try FileKey.check(stanza.body)
    guard let secret = X25519.sharedSecret(key, share) else {
      throw AgeError.header("the share of an X25519 stanza is of low order")
    }
    return FileKey.open(stanza.body, with: Self.wrappingKey(secret, share: share, recipient: recipient.key))
  }

  fileprivate static func wrappingKey(
    _ secret: borrowing SecretBytes, share: [UInt8], recipient: [UInt8]
  ) -> SecretBytes {
    HKDFSHA256.derive(secret, salt: share + recipient, info: Array("age-encryption.org/v1/X25519".utf8))
  }
}
