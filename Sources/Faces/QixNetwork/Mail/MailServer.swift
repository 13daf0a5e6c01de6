/// A mail server to hand messages to: `smtps://mail.example.com` (TLS from the start, port 465) or
/// `smtp://mail.example.com:587` (TLS by STARTTLS, which must succeed).
package struct MailServer: Sendable, Hashable {
  package let host: String
  package let port: Int
  package let security: Security

  package enum Security: Sendable, Hashable {
    case tlsFromTheStart
    case startTLS
    /// Only to this machine, or where a setting says so.
    case none
  }

  /// - Parameter allowsPlain: takes no TLS to other machines too. What is sent can be read on the way then, one-time
  ///   codes among it; a password never goes that way.
  /// - Throws: `NetworkError.malformedURL`.
  package init(_ text: String, allowsPlain: Bool = false) throws(NetworkError) {
    let schemes = ["smtps://": true, "smtp://": false]
    guard let (prefix, isTLS) = schemes.first(where: { text.lowercased().hasPrefix($0.key) }) else {
      throw .malformedURL(problem: "a mail server's address begins with smtp:// or smtps://")
    }
    // The rest is host and port, as in any URL.
    let url = try HTTPURL("https://" + text.dropFirst(prefix.count))
    guard url.target == "/" else { throw .malformedURL(problem: "a mail server's address has no path") }
    host = url.host
    port = url.port ?? (isTLS ? 465 : 587)
    security = isTLS ? .tlsFromTheStart : url.isLoopback || allowsPlain ? .none : .startTLS
  }

  init(host: String, port: Int, security: Security) {
    self.host = host
    self.port = port
    self.security = security
  }

  package var isLoopback: Bool { HTTPURL.isLoopback(host) }
}
