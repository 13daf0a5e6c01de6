internal import QixCrypto

/// The validator of an answer (RFC 9110 §8.8.3): a digest of its bytes, weak since these may come compressed.
enum EntityTag {
  static func of(_ bytes: [UInt8]) -> String { "W/\"\(digest(bytes))\"" }

  /// 32 hexadecimal digits.
  static func digest(_ bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: 16)
    digest.withUnsafeMutableBytes { digest in bytes.withUnsafeBytes { BLAKE2b.hash($0, into: digest) } }
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Whether a client has it already, by its `If-None-Match`.
  static func matches(_ field: String?, _ tag: String) -> Bool {
    guard let field else { return false }
    return field == "*"
      || field.split(separator: ",").contains { text in
        let text = text.drop { $0 == " " }
        return text == tag || text == tag.dropFirst(2)
      }
  }
}
