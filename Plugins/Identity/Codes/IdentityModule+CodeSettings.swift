internal import QixModule

extension IdentityModule {
  static var codeSettings: [any DeclaredSetting] {
    CodeLimit.allCases.map { sends($0) } + [
      codeMinutes, codeTries, codePrefixDigits, codeText, codeSubject, consentText, changeText, changeSubject,
    ]
  }

  static let codeMinutes = Setting.integer(
    "identity.code-minutes", "Minutes that a one-time code is valid.", placeholder: "MINUTES", default: 10,
    in: 1...60)

  static let codeTries = Setting.integer(
    "identity.code-tries", "How often a one-time code may be tried.", default: 5, in: 1...10)

  /// The digits of a number that count as its region: fraudsters who earn by messages own numbers that begin alike.
  static let codePrefixDigits = Setting.integer(
    "identity.code-prefix-digits", "Numbers begin alike if they share this many digits, including the country code.",
    default: 6,
    in: 1...12)

  static func sends(_ limit: CodeLimit) -> Setting<Int64> {
    switch limit {
    case .number:
      .integer(
        "identity.code-sends-per-number", "Codes for one number that a caller may request in 10 minutes.", default: 3,
        in: 1...100)
    case .numberADay:
      .integer(
        "identity.code-sends-per-number-a-day", "Codes for one number that a caller may request in a day.", default: 10,
        in: 1...1_000)
    case .numberOfAll:
      // Five tries each: 150 guesses among a million a day, from however many places.
      .integer(
        "identity.code-sends-per-number-of-all",
        """
        Codes for one number in a day, from all callers. Callers who have verified it count separately; staff are \
        exempt.
        """,
        default: 30, in: 1...10_000)
    case .prefix:
      .integer(
        "identity.code-sends-per-prefix", "Codes for numbers that begin alike, in an hour.", default: 60,
        in: 1...1_000_000)
    case .caller:
      .integer("identity.code-sends-per-caller", "Codes for one caller in an hour.", default: 60, in: 1...1_000_000)
    case .principal:
      // Callers are named by the principal who runs the command; this limit goes by that principal.
      .integer(
        "identity.code-sends-per-operator", "Codes that one user of this system, or one token, may request in an hour.",
        default: 600, in: 1...1_000_000)
    }
  }

  static let codeText = text(
    "identity.code-text", "The text of a message with a code, with {code} and {minutes} in it.",
    default: "{code} is your code. It is good for {minutes} minutes. Don't share it with anyone.", needsCode: true)

  /// The user may have to tell this one to a help desk, and has to know what for.
  static let consentText = text(
    "identity.consent-text", "The text of a message that asks for consent, with {code} and {minutes} in it.",
    default: "{code} lets us change the phone number, address or account that you sign in with. If you have not asked "
      + "for that, ignore this. It is good for {minutes} minutes.", needsCode: true)

  static let changeText = text(
    "identity.change-text", "The message to a user after their phone number, address or account was changed.",
    default: "The phone number, address or account that you sign in with was changed. If that was not you, tell us.")

  static let codeSubject = subject(
    "identity.code-subject", "The subject of an email with a code.", default: "Your code")

  static let changeSubject = subject(
    "identity.change-subject", "The subject of the email about a change.", default: "Your account was changed")

  private static func text(
    _ name: String, _ summary: String, default text: String, needsCode: Bool = false
  ) -> Setting<String> {
    Setting<String>(name, .words, summary, placeholder: "TEXT", default: text) { text throws(SettingError) in
      guard !needsCode || text.contains("{code}") else { throw SettingError("it must contain {code}") }
      guard text.utf8.count <= 1_000 else { throw SettingError("it is longer than 1,000 bytes") }
      guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
        throw SettingError("it has control characters")
      }
      return text
    }
  }

  private static func subject(_ name: String, _ summary: String, default text: String) -> Setting<String> {
    Setting<String>(name, .words, summary, placeholder: "TEXT", default: text) { text throws(SettingError) in
      guard text.utf8.count <= 100,
        PlainText.isUncontrolled(text)
      else { throw SettingError("it must be one line of at most 100 bytes") }
      return text
    }
  }
}

/// The settings about codes, read at one moment.
struct CodeRules: Sendable {
  let minutes: Int64
  let tries: Int64
  let prefixDigits: Int
  let text: String
  let consentText: String
  let subject: String
  private let sends: [Int64]

  init(_ connection: Connection) throws {
    minutes = try connection.value(of: IdentityModule.codeMinutes)
    tries = try connection.value(of: IdentityModule.codeTries)
    prefixDigits = Int(try connection.value(of: IdentityModule.codePrefixDigits))
    text = try connection.value(of: IdentityModule.codeText)
    consentText = try connection.value(of: IdentityModule.consentText)
    subject = try connection.value(of: IdentityModule.codeSubject)
    sends = try CodeLimit.allCases.map { try connection.value(of: IdentityModule.sends($0)) }
  }

  func most(_ limit: CodeLimit) -> Int64 { sends[CodeLimit.allCases.firstIndex(of: limit) ?? 0] }

  /// Microseconds for which a code is good.
  var validity: Int64 { minutes * 60_000_000 }
}
