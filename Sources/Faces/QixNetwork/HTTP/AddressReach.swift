internal import Glibc

/// The addresses that a request may connect to. Each is judged at the moment of connecting, so that a name which leads
/// elsewhere when it is asked for a second time gains nothing.
package enum AddressReach: Sendable, Equatable {
  case anywhere
  /// Public addresses only: not this machine, no private network and nothing else that the internet doesn't route; for
  /// URLs that others may choose.
  case publicOnly

  /// - Parameter address: 4 bytes of IPv4 or 16 of IPv6; one of another length is refused.
  package func admits(_ address: [UInt8]) -> Bool {
    guard self == .publicOnly else { return true }
    switch address.count {
    case 4: return Self.isPublic(address)
    case 16: return Self.isPublicIPv6(address)
    default: return false
    }
  }

  /// Whether a host that is written as an address may be reached; true for a name, which isn't resolved yet.
  package func admits(hostOf url: HTTPURL) -> Bool {
    guard self == .publicOnly else { return true }
    if url.isLoopback { return false }
    let isIPv6 = url.host.hasPrefix("[")
    let text = isIPv6 ? String(url.host.dropFirst().dropLast()) : url.host
    var bytes = [UInt8](repeating: 0, count: isIPv6 ? 16 : 4)
    guard inet_pton(isIPv6 ? AF_INET6 : AF_INET, text, &bytes) == 1 else { return !isIPv6 }
    return admits(bytes)
  }

  /// Whether IANA's registry of special-purpose addresses (RFC 6890) has it as globally reachable.
  private static func isPublic(_ address: [UInt8]) -> Bool {
    switch (address[0], address[1], address[2]) {
    case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): false
    case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _), (198, 18...19, _): false
    case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 51, 100), (203, 0, 113): false
    default: true
    }
  }

  private static func isPublicIPv6(_ address: [UInt8]) -> Bool {
    let zeros = { (range: Range<Int>) in address[range].allSatisfy { $0 == 0 } }
    // An IPv4 address in other clothes: mapped (RFC 4291 §2.5.5.2) or translated (RFC 6052 §2.1).
    if zeros(0..<10), address[10] == 0xFF, address[11] == 0xFF { return isPublic(Array(address[12...])) }
    if address.starts(with: [0x00, 0x64, 0xFF, 0x9B]), zeros(4..<12) { return isPublic(Array(address[12...])) }
    // Global unicast (RFC 4291 §2.4) without Teredo, ORCHID and documentation (2001::/23, 2001:db8::/32), and 6to4.
    guard address[0] & 0xE0 == 0x20 else { return false }
    if address[0] == 0x20, address[1] == 0x01, address[2] < 2 { return false }
    if address.starts(with: [0x20, 0x01, 0x0D, 0xB8]) || address.starts(with: [0x20, 0x02]) { return false }
    return !(address[0] == 0x3F && address[1] == 0xFF && address[2] < 0x10)
  }
}
