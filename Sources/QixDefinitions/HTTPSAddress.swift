/// An address that users are shown or led to: https, so that no third party between user and brand sees or changes what
/// is there, and without a name or password in it (RFC 3986 §3.2.1).
package enum HTTPSAddress {
  package static let remedy = "write an address such as https://example.com/coffee.jpg"

  /// Returns the problem with it, as a clause; nil where there is none.
  package static func problem(with text: String) -> String? {
    let scheme = "https://"
    guard text.lowercased().hasPrefix(scheme) else { return "it doesn't begin with \(scheme)" }
    guard text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && !Self.forbidden.contains($0) }) else {
      return "it has characters that an address can't have; write non-ASCII characters like %C3%A9"
    }
    let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if authority.isEmpty { return "it names no host" }
    if authority.contains("@") { return "it contains a user name or a password" }
    return nil
  }

  private static let forbidden = Set("\"<>\\^`{|}".utf8)
}
