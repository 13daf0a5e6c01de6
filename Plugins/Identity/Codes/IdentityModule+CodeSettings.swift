internal import QixKernel
internal import QixStorage

extension IdentityModule {
  static var codeSettings: [any DeclaredSetting] {
    CodeLimit.allCases.map { sends($0) } + [codeMinutes, codeTries, codePrefixDigits, codeText, codeSubject]
  }

  static let codeMinutes = Setting.integer(
    "identity.code-minutes", "How long a one-time code is good, in minutes.", placeholder: "MINUTES", default: 10,
    in: 1...60)

  static let codeTries = Setting.integer(
    "identity.code-tries", "How often a one-time code may be tried.", default: 5, in: 1...10)

  /// How much of a number counts as where it is: whoever earns by messages owns numbers that begin alike.
  static let codePrefixDigits = Setting.integer(
    "identity.code-prefix-digits", "How many digits, country code among them, make numbers begin alike.", default: 6,
    in: 1...12)

  static func sends(_ limit: CodeLimit) -> Setting<Int64> {
    switch limit {
    case .number:
      .integer("identity.code-sends-per-number", "Codes for one number in 10 minutes.", default: 3, in: 1...100)
    case .numberADay:
      // Five tries each: fifty guesses among a million a day.
      .integer("identity.code-sends-per-number-a-day", "Codes for one number in a day.", default: 10, in: 1...1_000)
    case .prefix:
      .integer(
        "identity.code-sends-per-prefix", "Codes for numbers that begin alike, in an hour.", default: 60,
        in: 1...1_000_000)
    case .caller:
      .integer("identity.code-sends-per-caller", "Codes for one caller in an hour.", default: 60, in: 1...1_000_000)
    case .principal:
      // Callers are what whoever runs the command says they are; this is who they are.
      .integer(
        "identity.code-sends-per-operator", "Codes that one user of this system, or one token, asks for in an hour.",
        default: 600, in: 1...1_000_000)
    }
  }

  static let codeText = Setting<String>(
    "identity.code-text", .words, "What a message with a code says, with {code} and {minutes} in it.",
    placeholder: "TEXT",
    default: "{code} is your code. It is good for {minutes} minutes. Tell it to nobody."
  ) { text throws(SettingError) in
    guard text.contains("{code}") else { throw SettingError("it must have {code} in it") }
    guard text.utf8.count <= 1_000 else { throw SettingError("it is longer than 1,000 bytes") }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      throw SettingError("it has control characters")
    }
    return text
  }

  static let codeSubject = Setting<String>(
    "identity.code-subject", .words, "The subject of an email with a code.", placeholder: "TEXT", default: "Your code"
  ) { text throws(SettingError) in
    guard text.utf8.count <= 100,
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    else { throw SettingError("it must be one line of at most 100 bytes") }
    return text
  }
}

/// What operators have set about codes, read at one moment.
struct CodeRules: Sendable {
  let minutes: Int64
  let tries: Int64
  let prefixDigits: Int
  let text: String
  let subject: String
  private let sends: [Int64]

  init(_ connection: Connection) throws {
    minutes = try connection.value(of: IdentityModule.codeMinutes)
    tries = try connection.value(of: IdentityModule.codeTries)
    prefixDigits = Int(try connection.value(of: IdentityModule.codePrefixDigits))
    text = try connection.value(of: IdentityModule.codeText)
    subject = try connection.value(of: IdentityModule.codeSubject)
    sends = try CodeLimit.allCases.map { try connection.value(of: IdentityModule.sends($0)) }
  }

  func most(_ limit: CodeLimit) -> Int64 { sends[CodeLimit.allCases.firstIndex(of: limit) ?? 0] }

  /// Microseconds for which a code is good.
  var validity: Int64 { minutes * 60_000_000 }
}
