/// An email address that every mail server takes: RFC 5321 §4.1.2 without quoted strings, comments and characters
/// beyond ASCII.
package struct MailAddress: Sendable, Hashable {
  /// The domain in lower case; what stands before the @ as it was given, since its case may count.
  package let text: String

  /// - Throws: `NetworkError.malformedAddress`, which doesn't repeat the address.
  package init(_ text: String) throws(NetworkError) {
    func refuse(_ problem: String) -> NetworkError { .malformedAddress(problem: problem) }
    guard text.utf8.count <= 254 else { throw refuse("it is longer than 254 bytes") }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw refuse("it must have exactly one @") }
    let (local, domain) = (parts[0], parts[1].lowercased())
    guard (1...64).contains(local.utf8.count), local.utf8.allSatisfy(Self.isAtomic),
      local.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
    else { throw refuse("the part before the @ may have only letters, digits and dots between them") }
    // `localhost` is for tries on one machine.
    guard HTTPURL.isHost(domain), !domain.hasPrefix("["), domain.contains(".") || domain == "localhost" else {
      throw refuse("the part after the @ is not a domain")
    }
    self.text = "\(local)@\(domain)"
  }

  package var domain: Substring { text.drop { $0 != "@" }.dropFirst() }

  /// RFC 5322 §3.2.3, atext and the dot.
  private static func isAtomic(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-/=?^_`{|}~.".utf8.contains(byte)
    }
  }
}
