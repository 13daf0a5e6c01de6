internal import CSodium

extension Base64 {
  /// The text of a secret, which is as secret.
  package func encode(_ secret: borrowing SecretBytes) -> SecretBytes {
    // The length counts a zero at the end.
    let size = sodium_base64_encoded_len(secret.count, variant)
    var text = SecretBytes(count: size)
    let variant = variant
    text.withMutablePointer { text in
      secret.withPointer { secret, count in
        _ = sodium_bin2base64(
          UnsafeMutableRawPointer(text).assumingMemoryBound(to: CChar.self), size, secret, count, variant)
      }
    }
    return text.copy(0..<size - 1)
  }

  /// The secret that a text stands for, or nil as `decode`.
  package func decodeSecret(_ text: UnsafeRawBufferPointer) -> SecretBytes? {
    guard var bytes = decode(text) else { return nil }
    return SecretBytes(wiping: &bytes)
  }
}
