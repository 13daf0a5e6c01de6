internal import CSodium

/// Base64 (RFC 4648), strict: one text for each value, nothing skipped, in a time that doesn't depend on the bytes.
package enum Base64: Sendable {
  /// §4, with padding.
  case padded
  /// §4, without padding.
  case unpadded
  /// §5, for URLs and file names, without padding: what JWS and JWK are written in.
  case urlSafe

  var variant: Int32 {
    switch self {
    case .padded: sodium_base64_VARIANT_ORIGINAL
    case .unpadded: sodium_base64_VARIANT_ORIGINAL_NO_PADDING
    case .urlSafe: sodium_base64_VARIANT_URLSAFE_NO_PADDING
    }
  }

  package func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    // The length counts a zero at the end.
    let size = sodium_base64_encoded_len(bytes.count, variant)
    let text = [UInt8](unsafeUninitializedCapacity: size) { text, count in
      _ = UnsafeMutableRawBufferPointer(text).withPointer {
        sodium_bin2base64(
          UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self), size,
          bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, variant)
      }
      count = size - 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  package func encode(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { encode($0) } }

  /// The bytes, or nil when the text holds anything else, is cut off, or has bits set that mean nothing.
  package func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: text.count / 4 * 3 + 3)
    let size = bytes.count
    var count = 0
    let isRead = text.withPointer {
      let start = UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)
      // Ask where it stops and compare: without that place, it takes a text ending in a zero for a whole one.
      var end: UnsafePointer<CChar>?
      let result = sodium_base642bin(&bytes, size, start, text.count, nil, &count, &end, variant)
      return result == 0 && end == start + text.count
    }
    guard isRead else { return nil }
    bytes.removeLast(size - count)
    return bytes
  }

  package func decode(_ text: some StringProtocol) -> [UInt8]? {
    var text = String(text)
    return text.withUTF8 { decode(UnsafeRawBufferPointer($0)) }
  }

  package func decode(_ text: [UInt8]) -> [UInt8]? { text.withUnsafeBytes { decode($0) } }
}
