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

  static let phoneVia = via("messages.phone-via", "The sender for phone numbers", [.command, .http])
  static let emailVia = via("messages.email-via", "The sender for email addresses", SenderName.allCases)

  /// Seconds.
  static let timeLimit = Setting.integer(
    "messages.time-limit", "Seconds that a sender may take.", placeholder: "SECONDS", default: 15, in: 1...120)

  static let command = Setting<[String]>(
    "messages.command", .program, "The sending program, by its absolute path, with its arguments, separated by blanks.",
    placeholder: "COMMAND", default: ""
  ) { text throws(SettingError) in
    guard !text.utf8.contains(0) else { throw SettingError("it contains a NUL character") }
    let words = text.split(separator: " ").map(String.init)
    guard words.first?.hasPrefix("/") ?? true else {
      throw SettingError("it must begin with the program's absolute path")
    }
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
    "messages.http-url", .address, "The gateway's URL for messages, by POST.", placeholder: "URL", default: ""
  ) { text throws(SettingError) in
    // Settings are shown to many, and the audit log keeps them for good; a gateway's key often stands in the query.
    guard !text.utf8.contains(UInt8(ascii: "?")) else {
      throw SettingError(
        "it has a query, which often holds a secret; settings and the audit log would show it",
        hint:
          "Put the secret into the vault, and its name into messages.http-token. Put the rest into messages.http-body.")
    }
    return try text.isEmpty ? nil : network { () throws(NetworkError) in try HTTPURL(text) }
  }

  static let httpToken = item("messages.http-token", "The vault item with the gateway's bearer token.")

  static let httpBody = Setting<MessageTemplate?>(
    "messages.http-body", .address,
    "JSON with {to}, {text}, {subject}, {purpose} and {id} in its texts; empty: the default body.",
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
      throw SettingError(error.sentence, hint: "Write smtps://HOST, or smtp://HOST:PORT for STARTTLS.")
    }
    return text
  }

  static let smtpTLS = Setting<Bool>(
    "messages.smtp-tls", .address, "required, or none if you trust the network to the server; a password needs TLS.",
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
    "messages.smtp-user", .key, "The user name for SMTP; empty: no sign-in.", placeholder: "USER", default: ""
  ) { text throws(SettingError) in
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw SettingError("it must be printable ASCII without blanks")
    }
    return text
  }

  static let smtpPassword = item("messages.smtp-password", "The vault item with the mail server's password.")

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
          "it must name a vault item as SERVICE/ACCOUNT", hint: "Put the secret itself into the vault.")
      }
      return VaultItem(service: parts[0], account: parts[1])
    }
  }

  private static func network<Value>(_ body: () throws(NetworkError) -> Value) throws(SettingError) -> Value {
    do throws(NetworkError) {
      return try body()
    } catch {
      throw SettingError(error.sentence, hint: error.hint)
    }
  }
}

/// An item of the vault, by the names that `qix vault set` gave it.
struct VaultItem: Sendable, Equatable {
  let service: String
  let account: String
}
