internal import Glibc
internal import QixHTTP
internal import QixModule

/// Where a request came from, and by which of its fields it says who asks.
struct Caller {
  /// The way by which a request says who stands behind it.
  enum Credential: Equatable {
    /// Of `Authorization: Bearer`.
    case bearer(String)
    /// Of a cookie that browsers keep.
    case cookie(String, of: SessionCookie)
    case none
    /// Something else, or more than one.
    case unknown

    /// The cookie that it is of; nil for any other.
    var cookie: SessionCookie? { if case .cookie(_, let cookie) = self { cookie } else { nil } }
  }

  static func credential(_ fields: HTTPFields) -> Credential {
    if let field = fields["Authorization"] {
      guard fields.count(of: "Authorization") == 1, field.prefix(7).equalsIgnoringCase("Bearer ") else {
        return .unknown
      }
      return .bearer(String(field.dropFirst(7)))
    }
    // Browsers send one field; what comes twice is no browser's.
    let cookie = SessionCookie.counting(for: fields)
    let values = cookies(cookie.name, of: fields)
    return values.count == 1 ? .cookie(String(values[0]), of: cookie) : values.isEmpty ? .none : .unknown
  }

  /// The values of a cookie; browsers send one.
  static func cookies(_ name: String, of fields: HTTPFields) -> [Substring] {
    guard let field = fields["Cookie"], fields.count(of: "Cookie") == 1 else { return [] }
    return field.split(separator: ";").compactMap { part in
      let part = part.drop { $0 == " " }
      return part.hasPrefix(name + "=") ? part.dropFirst(name.utf8.count + 1) : nil
    }
  }

  /// Whether a customer asks, going by what they send: a session, or nothing.
  static func isCustomer(_ fields: HTTPFields) -> Bool {
    switch credential(fields) {
    case .bearer(let token): token.hasPrefix(SessionCookie.customer.prefix)
    case .cookie(_, let cookie): cookie == .customer
    case .none: true
    case .unknown: false
    }
  }

  /// The address that asks: the peer, or whom a proxy that is believed names. Of a list of several proxies the last one
  /// that isn't believed counts: what stands before that may be anybody's words.
  static func place(_ head: HTTPHead, proxies: [String]) -> String {
    let proxies = proxies.map(unmapped)
    var place = head.peer.isEmpty ? "unix" : unmapped(head.peer)
    for address in forwarded(head.fields).reversed() {
      guard proxies.contains(place), network(of: address) != nil else { break }
      place = unmapped(address)
    }
    return network(of: place) ?? place
  }

  /// The addresses in `Forwarded` (RFC 7239) or in `X-Forwarded-For`: the nearest last. None where both are there: a proxy
  /// adds to one of them, and hands on the other as the client has made it up.
  private static func forwarded(_ fields: HTTPFields) -> [String] {
    guard fields["Forwarded"] != nil else { return fields.list("X-Forwarded-For").map(withoutPort) }
    guard fields["X-Forwarded-For"] == nil else { return [] }
    return fields.list("Forwarded").map { element in
      let pairs = element.split(separator: ";").map { $0.drop { $0 == " " } }
      let value = pairs.first { $0.prefix(4).equalsIgnoringCase("for=") }?.dropFirst(4) ?? "unknown"
      return withoutPort(String(value.filter { $0 != "\"" }))
    }
  }

  private static func withoutPort(_ text: String) -> String {
    if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 ? String(parts[0]) : text
  }

  /// An address of IPv4 as such, which sockets of both versions write as one of IPv6 (RFC 4291 §2.5.5.2): all of IPv4 would
  /// be one network otherwise.
  private static func unmapped(_ address: String) -> String {
    var six = in6_addr()
    guard address.contains("."), address.contains(":"), inet_pton(AF_INET6, address, &six) == 1 else { return address }
    let bytes = withUnsafeBytes(of: six) { Array($0) }
    guard bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10...11] == [0xFF, 0xFF] else { return address }
    return bytes[12...].map { "\($0)" }.joined(separator: ".")
  }

  /// An address as limits count it: of IPv6 the network, of which one customer has 2⁶⁴ addresses. However it is written,
  /// it is one; nil of what is none.
  private static func network(of address: String) -> String? {
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, address, &four) == 1 { return address }
    guard inet_pton(AF_INET6, address, &six) == 1 else { return nil }
    withUnsafeMutableBytes(of: &six) { bytes in for index in 8..<16 { bytes[index] = 0 } }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &six, &text, socklen_t(text.count)) != nil else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static func isOfAddress(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":") || (0x30...0x39).contains(byte)
      || (0x61...0x66).contains(byte)
  }

  /// Whether a change that a browser sends by itself with a cookie comes from a page of this site, or of one that is
  /// allowed: a stranger's page could send it too.
  static func isOfSite(_ fields: HTTPFields, origins: [String]) -> Bool {
    guard let origin = fields["Origin"], fields.count(of: "Origin") == 1 else { return false }
    guard let host = fields["Host"], !origins.contains(origin) else { return origins.contains(origin) }
    // Browsers take a page of this machine for as safe as one over TLS: for who builds a page.
    let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains { host == $0 || host.hasPrefix("\($0):") }
    return origin == "https://\(host)" || (isLocal && origin == "http://\(host)")
  }
}
