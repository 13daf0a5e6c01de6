internal import MessagesContract
package import QixModule
internal import QixNetwork

extension MessagesModule: SettingProviding {
  package static var settings: [any DeclaredSetting] {
    [
      phoneVia, emailVia, timeLimit, command, commandInShell, httpURL, httpToken, httpBody, smtpServer, smtpTLS,
      smtpFrom,
      smtpUser, smtpPassword,
    ]
  }

  static let phoneVia = via("messages.phone-via", "What sends to phone numbers", [.command, .http])
  static let emailVia = via("messages.email-via", "What sends to email addresses", SenderName.allCases)

  /// Seconds.
  static let timeLimit = Setting.integer(
    "messages.time-limit", "How long a sender may take, in seconds.", placeholder: "SECONDS", default: 15, in: 1...120)

  static let command = Setting<[String]>(
    "messages.command", .program, "The program that sends, by its whole path, and its arguments with blanks between.",
    placeholder: "COMMAND", default: ""
  ) { text throws(SettingError) in
    guard !text.utf8.contains(0) else { throw SettingError("it holds a NUL character") }
    let words = text.split(separator: " ").map(String.init)
    guard words.first?.hasPrefix("/") ?? true else { throw SettingError("it must begin with the program's whole path") }
    return words
  }

  static let commandInShell = Setting<Bool>(
    "messages.command-in-shell", .program, "Whether messages.command is a line for /bin/sh: yes or no.",
    placeholder: "YES|NO",
    default: "no"
  ) { text throws(SettingError) in
    guard ["yes", "no"].contains(text) else { throw SettingError("it must be yes or no") }
    return text == "yes"
  }

  static let httpURL = Setting<HTTPURL?>(
    "messages.http-url", .address, "Where the gateway takes messages by POST.", placeholder: "URL", default: ""
  ) { text throws(SettingError) in
    // Settings are shown to many, and the audit log keeps them for good; a gateway's key often stands in the query.
    guard !text.utf8.contains(UInt8(ascii: "?")) else {
      throw SettingError(
        "it has a query, and what stands there is often a secret, which a setting shows and the audit log keeps",
        hint: "Put the secret into the vault and its name into messages.http-token; the rest can go into http-body.")
    }
    return try text.isEmpty ? nil : network { () throws(NetworkError) in try HTTPURL(text) }
  }

  static let httpToken = item("messages.http-token", "The item of the vault with the gateway's bearer token.")

  static let httpBody = Setting<MessageTemplate?>(
    "messages.http-body", .address,
    "JSON with {to}, {text}, {subject}, {purpose} and {id} in its texts; empty for qix's own.",
    placeholder: "JSON", default: ""
  ) { text throws(SettingError) in
    try text.isEmpty ? nil : MessageTemplate(text)
  }

  static let smtpServer = Setting<String>(
    "messages.smtp-server", .address, "smtps://HOST, or smtp://HOST:PORT for STARTTLS.", placeholder: "URL", default: ""
  ) { text throws(SettingError) in
    guard !text.isEmpty else { return text }
    do throws(NetworkError) {
      _ = try MailServer(text)
    } catch {
      throw SettingError(error.description, hint: "Write smtps://HOST, or smtp://HOST:PORT for STARTTLS.")
    }
    return text
  }

  static let smtpTLS = Setting<Bool>(
    "messages.smtp-tls", .address, "required, or none for a server that one trusts the way to; a password needs TLS.",
    placeholder: "WORD", default: "required"
  ) { text throws(SettingError) in
    guard ["required", "none"].contains(text) else { throw SettingError("it must be required or none") }
    return text == "required"
  }

  static let smtpFrom = Setting<MailAddress?>(
    "messages.smtp-from", .address, "The sender's address.", placeholder: "ADDRESS", default: ""
  ) { text throws(SettingError) in
    try text.isEmpty ? nil : network { () throws(NetworkError) in try MailAddress(text) }
  }

  static let smtpUser = Setting<String>(
    "messages.smtp-user", .key, "The name to sign in with by SMTP; empty for none.", placeholder: "USER", default: ""
  ) { text throws(SettingError) in
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw SettingError("it has characters beyond printable ASCII, or blanks")
    }
    return text
  }

  static let smtpPassword = item("messages.smtp-password", "The item of the vault with the mail server's password.")

  private static func via(_ name: String, _ what: String, _ senders: [SenderName]) -> Setting<SenderName?> {
    let words = senders.map(\.rawValue) + ["none"]
    return Setting(name, .program, "\(what): \(words.joined(separator: ", ")).", placeholder: "SENDER", default: "none")
    {
      text throws(SettingError) in
      guard words.contains(text) else { throw SettingError("it must be one of \(words.joined(separator: ", "))") }
      return SenderName(rawValue: text)
    }
  }

  private static func item(_ name: String, _ summary: String) -> Setting<VaultItem?> {
    Setting(name, .key, summary, placeholder: "SERVICE/ACCOUNT", default: "") { text throws(SettingError) in
      if text.isEmpty { return nil }
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
        throw SettingError(
          "it must name an item of the vault: SERVICE/ACCOUNT", hint: "The secret itself belongs into the vault.")
      }
      return VaultItem(service: parts[0], account: parts[1])
    }
  }

  private static func network<Value>(_ body: () throws(NetworkError) -> Value) throws(SettingError) -> Value {
    do throws(NetworkError) {
      return try body()
    } catch {
      throw SettingError(error.description, hint: error.hint)
    }
  }
}

/// An item of the vault, by the names that `qix vault set` gave it.
struct VaultItem: Sendable, Equatable {
  let service: String
  let account: String
}
