package import QixCrypto
package import QixKernel

/// The file key, wrapped for one recipient: a type, arguments and a body.
package struct Stanza: Equatable, Sendable {
  /// The type first; each of one or more visible ASCII characters.
  package let arguments: [String]
  package let body: [UInt8]

  package var type: String { arguments[0] }

  /// The text in a header. The body's last line is shorter than the others, and may be empty.
  var text: String {
    var text = "-> \(arguments.joined(separator: " "))\n"
    var rest = body[...]
    while rest.count >= Self.bytesInLine {
      text += Base64.unpadded.encode(Array(rest.prefix(Self.bytesInLine))) + "\n"
      rest = rest.dropFirst(Self.bytesInLine)
    }
    return text + Base64.unpadded.encode(Array(rest)) + "\n"
  }

  static let columns = 64
  static let bytesInLine = 48
}

/// Wraps the key of a file: for a recipient or with a passphrase.
package protocol AgeWrapping: Sendable {
  /// Whether a file may have further stanzas beside this one.
  var standsAlone: Bool { get }
  func wrap(_ fileKey: borrowing SecretBytes, random: any RandomSource) throws -> Stanza
}

/// A way to open files: an identity or a passphrase.
package protocol AgeUnwrapping: Sendable {
  /// Returns the file key, or nil when the stanza is for another recipient.
  /// - Throws: `AgeError.header` for a stanza of ours that breaks the rules.
  func unwrap(_ stanza: Stanza) throws -> SecretBytes?
}

enum FileKey {
  static let size = 16

  /// Wraps it for both kinds of stanza: a key that is used once, and so a nonce of zeros.
  static func seal(_ fileKey: borrowing SecretBytes, with key: borrowing SecretBytes) -> [UInt8] {
    ChaCha20Poly1305.seal(fileKey, key: key, nonce: nonce)
  }

  /// Nil when the key doesn't open it.
  static func open(_ body: [UInt8], with key: borrowing SecretBytes) -> SecretBytes? {
    ChaCha20Poly1305.open(body, key: key, nonce: nonce)
  }

  /// A body of another length is refused before it is opened: it could open under several keys.
  static func check(_ body: [UInt8]) throws(AgeError) {
    guard body.count == size + ChaCha20Poly1305.tagSize else { throw .header("a stanza holds no key of 16 bytes") }
  }

  private static let nonce = [UInt8](repeating: 0, count: ChaCha20Poly1305.nonceSize)
}
