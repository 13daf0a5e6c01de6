/// A URL of the kind that qix talks to: https, or http on this machine; a subset of RFC 3986 that can't be read in two
/// ways: no user, no fragment, no characters beyond ASCII.
package struct HTTPURL: Sendable, Hashable {
  /// `https` or `http`.
  package let scheme: String
  /// In lower case; an IPv6 address in brackets.
  package let host: String
  /// Nil for the scheme's own.
  package let port: Int?
  /// Path and query; begins with a slash.
  package let target: String

  /// - Throws: `NetworkError.malformedURL` without the URL in it.
  package init(_ text: String) throws(NetworkError) {
    func refuse(_ problem: String) -> NetworkError { .malformedURL(problem: problem) }
    guard text.utf8.count <= 2_048 else { throw refuse("it is longer than 2,048 bytes") }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#""<>\^`{|}"#.utf8.contains($0) }) else {
      throw refuse("it has characters that must be percent-encoded")
    }
    let bytes = text.utf8[...]
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
      throw refuse("it has no scheme")
    }
    scheme = text[..<colon].lowercased()
    guard scheme == "https" || scheme == "http" else { throw refuse("its scheme is not https") }
    let rest = bytes[bytes.index(colon, offsetBy: 3)...]
    let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    let authority = rest[..<end]
    guard !authority.contains(UInt8(ascii: "@")) else {
      throw refuse("it contains a user; credentials don't belong in a URL")
    }
    (host, port) = try Self.split(authority)
    let tail = text[end...]
    guard !tail.utf8.contains(UInt8(ascii: "#")) else { throw refuse("it has a fragment") }
    target = tail.hasPrefix("/") ? String(tail) : "/" + tail
    guard scheme == "https" || isLoopback else { throw refuse("http is only for this machine; use https") }
  }

  private static func split(_ authority: Substring.UTF8View) throws(NetworkError) -> (host: String, port: Int?) {
    var name = authority
    var port: Int?
    if let bracket = authority.lastIndex(of: UInt8(ascii: "]")) {
      name = authority[...bracket]
    } else if let colon = authority.firstIndex(of: UInt8(ascii: ":")) {
      name = authority[..<colon]
    }
    let digits = authority[name.endIndex...]
    if !digits.isEmpty {
      guard digits.first == UInt8(ascii: ":"), digits.count <= 6, digits.dropFirst().allSatisfy(isDigit),
        let number = Int(String(Substring(digits.dropFirst()))), (1...65_535).contains(number)
      else { throw .malformedURL(problem: "its port is invalid") }
      port = number
    }
    let host = String(Substring(name)).lowercased()
    guard isHost(host) else { throw .malformedURL(problem: "its host is neither a name nor an address") }
    return (host, port)
  }

  /// Names of letters, digits and hyphens (RFC 1123 §2.1), IPv4 as four decimal numbers, IPv6 in brackets. Other ways
  /// to write an address, `127.1` or `0x7f000001`, are refused, for not everybody reads them alike.
  static func isHost(_ host: String) -> Bool {
    guard (1...253).contains(host.utf8.count) else { return false }
    if host.hasPrefix("[") {
      let inner = host.utf8.dropFirst().dropLast()
      return host.hasSuffix("]") && inner.contains(UInt8(ascii: ":"))
        && inner.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
    }
    let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
        && label.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == 0x2D }
    }
    // A last label of digits, or a hexadecimal one, is an address to a resolver.
    guard isName, let last = labels.last, let first = last.first, isDigit(first) else { return isName }
    return isIPv4(labels)
  }

  private static func isIPv4(_ labels: [Substring.UTF8View]) -> Bool {
    labels.count == 4
      && labels.allSatisfy { label in
        label.allSatisfy(isDigit) && label.count <= 3 && (label.count == 1 || label.first != UInt8(ascii: "0"))
          && (Int(String(Substring(label))) ?? 256) <= 255
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Whether it is this machine: `localhost`, `127.0.0.0/8`, `::1`.
  package var isLoopback: Bool { Self.isLoopback(host) }

  static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return host.hasPrefix("127.") && isIPv4(labels)
  }

  /// Scheme, host and port: what may be shown, since path and query may hold a secret.
  package var origin: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")" }

  /// The whole URL, to connect to.
  package var text: String { origin + target }
}
