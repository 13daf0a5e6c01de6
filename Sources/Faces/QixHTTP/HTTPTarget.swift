/// The address of a request, apart into what it names (RFC 3986 §3.3, §3.4): parts of the path and members of the query,
/// both decoded.
package struct HTTPTarget: Sendable, Equatable {
  /// The parts between slashes; `/v1/wallets` has two, `/` none.
  package let path: [String]
  package let query: [(name: String, value: String)]

  package enum Fault: Error, Equatable {
    /// A percent sign without two hexadecimal digits, or bytes that are no UTF-8.
    case encoding
    /// `.`, `..`, an empty part, or a slash or NUL that hides behind a percent sign: two programs on the way could take
    /// it for different paths.
    case path
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.path == other.path && one.query.elementsEqual(other.query) { $0 == $1 }
  }

  /// - Parameter text: as it was sent: `/v1/wallets/ada?limit=5`.
  package init(_ text: String) throws(Fault) {
    let mark = text.utf8.firstIndex(of: UInt8(ascii: "?"))
    let front = mark.map { text[..<$0] } ?? text[...]
    guard front.utf8.first == UInt8(ascii: "/") else { throw .path }
    var parts: [String] = []
    if front.utf8.count > 1 {
      for raw in front.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
        let part = try Self.decoded(raw, isForm: false)
        guard !part.isEmpty, part != ".", part != "..", !part.utf8.contains(where: { $0 == 0x2F || $0 == 0 }) else {
          throw .path
        }
        parts.append(part)
      }
    }
    var members: [(name: String, value: String)] = []
    if let mark {
      for raw in text.utf8[text.utf8.index(after: mark)...].split(separator: UInt8(ascii: "&")) {
        let sign = raw.firstIndex(of: UInt8(ascii: "="))
        let name = try Self.decoded(sign.map { raw[..<$0] } ?? raw, isForm: true)
        let value = try sign.map { sign throws(Fault) in
          try Self.decoded(raw[raw.index(after: sign)...], isForm: true)
        }
        members.append((name, value ?? ""))
      }
    }
    (path, query) = (parts, members)
  }

  private static func decoded(_ text: Substring.UTF8View, isForm: Bool) throws(Fault) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst()?.hexadecimal, let low = rest.popFirst()?.hexadecimal else { throw .encoding }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where isForm: bytes.append(0x20)
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw .encoding }
    return decoded
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit.
  fileprivate var hexadecimal: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
