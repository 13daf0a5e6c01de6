internal import CSodium

/// Base64 (RFC 4648), strict: one text for each value, nothing skipped, in a time that doesn't depend on the bytes.
package enum Base64: Sendable {
  /// §4, with padding.
  case padded
  /// §4, without padding.
  case unpadded
  /// §5, for URLs and file names, without padding: what JWS and JWK are written in.
  case urlSafe

  private var variant: Int32 {
    switch self {
    case .padded: sodium_base64_VARIANT_ORIGINAL
    case .unpadded: sodium_base64_VARIANT_ORIGINAL_NO_PADDING
    case .urlSafe: sodium_base64_VARIANT_URLSAFE_NO_PADDING
    }
  }

  package func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    // The length counts a zero at the end.
    let size = sodium_base64_encoded_len(bytes.count, variant)
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { text in
      sodium_bin2base64(
        text.bindMemory(to: CChar.self).baseAddress!, size, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count,
        variant)
      return String(decoding: text.dropLast(), as: UTF8.self)
    }
  }

  package func encode(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { encode($0) } }

  /// The bytes, or nil when the text holds anything else, is cut off, or has bits set that mean nothing.
  package func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    guard text.count > 0 else { return [] }
    let size = text.count / 4 * 3 + 3
    var count = 0
    var isRead = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { bytes, initialized in
      // Where it stops is asked for, and compared here: told no place, it takes a text that ends in a zero for a whole one.
      var end: UnsafePointer<CChar>?
      let start = text.bindMemory(to: CChar.self).baseAddress!
      let result = sodium_base642bin(bytes.baseAddress!, size, start, text.count, nil, &count, &end, variant)
      isRead = result == 0 && end == start + text.count
      initialized = isRead ? count : 0
    }
    return isRead ? bytes : nil
  }

  package func decode(_ text: some StringProtocol) -> [UInt8]? {
    var text = String(text)
    return text.withUTF8 { decode(UnsafeRawBufferPointer($0)) }
  }

  package func decode(_ text: [UInt8]) -> [UInt8]? { text.withUnsafeBytes { decode($0) } }
}
