internal import CCurl
package import QixCrypto
package import QixKernel

/// Hands messages to a mail server.
package protocol MailClient: Sendable {
  /// Returns when the server has taken responsibility for the message (RFC 5321 §4.2.5).
  /// - Throws: `NetworkError`, `network.mail-refused`, and `LibraryError` without libcurl.
  func send(_ message: MailMessage, to server: MailServer, limits: TransferLimits) throws

  /// Sends it after signing in.
  /// - Throws: `network.unsafe-sign-in` if the password would go over the network without TLS,
  ///   `NetworkError.malformedCredential` if it can't be a password.
  func send(
    _ message: MailMessage, to server: MailServer, limits: TransferLimits, user: String,
    password: borrowing SecretBytes) throws
}

/// SMTP by libcurl, loaded at the first message.
package struct CurlMailClient: MailClient {
  /// A file with the certificates of authorities in place of the system's; for tests.
  private let authorities: String?

  package init(authorities: String? = nil) { self.authorities = authorities }

  package func send(_ message: MailMessage, to server: MailServer, limits: TransferLimits) throws {
    try exchange(message, server, limits) { _ in }
  }

  package func send(
    _ message: MailMessage, to server: MailServer, limits: TransferLimits, user: String,
    password: borrowing SecretBytes
  ) throws {
    guard server.security != .none || server.isLoopback else {
      throw Failure(
        "network.unsafe-sign-in", .notAllowed, "qix sends no password to \(server.host) without TLS",
        hint: "Use smtps://, or a server with STARTTLS.")
    }
    let isPassword = password.withUnsafeBytes { !$0.isEmpty && !$0.contains(0) }
    guard isPassword, !user.isEmpty, user.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw NetworkError.malformedCredential
    }
    var text = SecretBytes(count: password.count + 1)
    text.withUnsafeMutableBytes { text in password.withUnsafeBytes { text.copyMemory(from: $0) } }
    try text.withUnsafeBytes { bytes in
      try exchange(message, server, limits) { handle in
        handle.set(QIX_CURL_USER_NAME, user)
        if let start = bytes.baseAddress {
          handle.set(QIX_CURL_PASSWORD, zeroTerminated: start.assumingMemoryBound(to: CChar.self))
        }
      }
    }
  }

  private func exchange(
    _ message: MailMessage, _ server: MailServer, _ limits: TransferLimits, signIn: (CurlHandle) -> Void
  ) throws {
    let handle = try CurlHandle(try Curl.load())
    handle.prepare(limits, authorities: authorities)
    let isTLS = server.security == .tlsFromTheStart
    handle.set(QIX_CURL_PROTOCOLS, isTLS ? QIX_CURL_PROTOCOL_SMTPS : QIX_CURL_PROTOCOL_SMTP)
    // The path is its name in EHLO: not the machine's name, which the server needn't know.
    handle.set(QIX_CURL_URL, "\(isTLS ? "smtps" : "smtp")://\(server.host):\(server.port)/\(message.from.domain)")
    if server.security != .none { handle.set(QIX_CURL_USE_SSL, QIX_CURL_ALL_OVER_TLS) }
    signIn(handle)
    handle.set(QIX_CURL_MAIL_FROM, "<\(message.from.text)>")
    handle.set(QIX_CURL_MAIL_RECIPIENTS, ["<\(message.to.text)>"])
    handle.set(QIX_CURL_UPLOAD, 1)
    let exchange = Exchange(bodyLimit: 65_536, upload: message.bytes, shouldStop: { false })
    let code = handle.perform(exchange)
    guard code != 0 else { return }
    let status = handle.status
    // A server's own no says more than libcurl's code; but a sign-in that failed is one whatever the status.
    if (400...599).contains(status), code != QIX_CURL_SIGN_IN, code != QIX_CURL_NO_TLS {
      // Below 500 it may be taken later (RFC 5321 §4.2.1).
      throw status < 500
        ? Failure(
          "network.mail-refused", .busy, "\(server.host) does not take the message (status \(status))",
          hint: "Try again later.")
        : Failure(
          "network.mail-refused", .failed, "\(server.host) does not take the message (status \(status))",
          hint: "Check the sender, the recipient and the server's log.")
    }
    throw NetworkError(code: code, host: server.host, limits: limits)
  }
}

private enum MailKey: ContextKey {
  static var defaultValue: any MailClient { unprepared("mail client") }
}

extension Context {
  package var mail: any MailClient {
    get { self[MailKey.self] }
    set { self[MailKey.self] = newValue }
  }
}
