package import QixModule
internal import StaffContract

/// Staff sessions: people without a shell sign in to the web pages of the server.
package enum StaffModule: Migrating, CommandProviding, ServiceProviding, SettingProviding {
  package static let id = "staff"
  package static let summary = "Lets staff sign in to the web pages of the server."
  package static let requires = ["access"]

  package static let migrations = [
    Migration("v1_create_sessions", sql: PackageResources.v1_create_sessions_sql)
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "staff", "Sign in to the web pages for staff, and see and end sessions.",
          [
            .command(SignIn.self), .command(ShowSession.self), .command(ConfirmSession.self), .command(SignOut.self),
            .command(ListSessions.self), .command(EndSession.self),
          ]))
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Staff.sessions) { _ in SessionReader() }
  }

  package static var settings: [any DeclaredSetting] { [idleMinutes, mostHours, confirmMinutes] }

  static let idleMinutes = Setting.integer(
    "staff.idle-minutes", "Minutes without a request after which a session of staff ends.", placeholder: "MINUTES",
    default: 30, in: 5...1_440)

  static let mostHours = Setting.integer(
    "staff.most-hours", "Hours after which a session of staff ends, even if it is used.", placeholder: "HOURS",
    default: 8, in: 1...168)

  static let confirmMinutes = Setting.integer(
    "staff.confirm-minutes",
    "Minutes after which staff must sign in once more before they reveal personal data, approve or change settings.",
    placeholder: "MINUTES", default: 10, in: 1...60)
}
