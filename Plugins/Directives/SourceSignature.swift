internal import QixCrypto

/// The header by which a source signs its answer: `Qix-Signature: ed25519=BASE64; key=KEYID`, over the very bytes of
/// the body.
struct SourceSignature: Sendable, Equatable {
  static let header = "Qix-Signature"

  let signature: [UInt8]
  /// Nil where it doesn't say whose it is.
  let key: String?

  /// Nil for what is none.
  init?(_ text: String) {
    var values: [String: String] = [:]
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      let words = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard words.count == 2, ["ed25519", "key"].contains(words[0]),
        values.updateValue(String(words[1]), forKey: String(words[0])) == nil
      else { return nil }
    }
    guard let bytes = values["ed25519"].flatMap({ Base64.padded.decode($0) }), bytes.count == Ed25519.signatureSize
    else {
      return nil
    }
    signature = bytes
    key = values["key"]
  }

  /// - Throws: `DirectiveError.badCopy`.
  func check(_ body: [UInt8], by keys: [SourceKey]) throws(DirectiveError) {
    let named = keys.filter { key == nil || $0.id == key }
    guard !named.isEmpty else { throw .badCopy(.unknownKey) }
    guard named.contains(where: { Ed25519.isSignature(signature, of: body, by: $0.bytes) }) else {
      throw .badCopy(.badSignature)
    }
  }
}
