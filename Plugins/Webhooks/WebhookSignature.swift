internal import QixCrypto
internal import QixModule

/// Signs a request by the Standard Webhooks scheme (standardwebhooks.com, version 1): HMAC-SHA256 over id, timestamp
/// and body with full stops between.
enum WebhookSignature {
  /// The beginning of a secret's text.
  static let secretPrefix = "whsec_"

  /// The three headers.
  /// - Parameter at: when it is sent; receivers refuse what is too old.
  static func headers(
    id: String, at: Timestamp, body: [UInt8], key: borrowing SecretBytes
  ) -> [(name: String, value: String)] {
    let seconds = "\(at.microseconds / 1_000_000)"
    let tag = HMACSHA256.mac(Array("\(id).\(seconds).".utf8) + body, key: key)
    return [
      ("webhook-id", id), ("webhook-timestamp", seconds), ("webhook-signature", "v1,\(Base64.padded.encode(tag))"),
    ]
  }

  /// The secret as receivers' libraries take it: `whsec_` and Base64.
  static func text(of key: borrowing SecretBytes) -> SecretBytes {
    key.withUnsafeBytes { bytes in
      var text = Array((secretPrefix + Base64.padded.encode(bytes)).utf8)
      return SecretBytes(wiping: &text)
    }
  }
}
