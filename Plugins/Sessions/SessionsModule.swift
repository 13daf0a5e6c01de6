internal import IdentityContract
package import QixModule

/// Sessions: by which users act for themselves, over HTTP.
package enum SessionsModule: Migrating, CommandProviding, ServiceProviding, SettingProviding {
  package static let id = "sessions"
  package static let summary = "Lets users act for themselves: trial users, signing in, sessions and their end."
  package static let requires = ["identity"]

  package static let migrations = [
    Migration("v1_create_sessions", sql: PackageResources.v1_create_sessions_sql)
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "session", "Let users act for themselves, and see and end their sessions.",
          [
            .command(CreateSession.self), .command(StartTrial.self), .command(RenewSession.self),
            .command(ListSessions.self), .command(EndSession.self),
          ]))
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Users.sessions) { Sessions($0) }
  }

  package static var settings: [any DeclaredSetting] { [areGuestsWelcome, workBits, idleDays, mostDays] }

  /// Closed at first: an installation that has no app of its own has no use for strangers.
  static let areGuestsWelcome = Setting<Bool>(
    "sessions.guests", .rule,
    """
    Whether customers can join by themselves, as trial users or by signing in: open or closed. See \
    identity.trial-earn-limit.
    """,
    placeholder: "open|closed", default: "closed"
  ) { text throws(SettingError) in
    guard ["open", "closed"].contains(text) else { throw SettingError("it must be open or closed") }
    return text == "open"
  }

  static let workBits = Setting.integer(
    "sessions.trial-work", "Zero bits that the proof of work for a trial user begins with; 0 for no proof.",
    placeholder: "BITS", default: 0, in: 0...40)

  static let idleDays = Setting.integer(
    "sessions.idle-days", "Days without a request after which a session ends.", placeholder: "DAYS", default: 30,
    in: 1...3_650)

  static let mostDays = Setting.integer(
    "sessions.most-days", "Days after which a session ends, even if it is used.", placeholder: "DAYS",
    default: 365, in: 1...3_650)
}
