package import QixModule
internal import StaffContract

/// Staff sessions: people without a shell sign in to the web pages of the server.
package enum StaffModule: Migrating, CommandProviding, ServiceProviding, SettingProviding {
  package static let id = "staff"
  package static let summary = "Lets staff sign in to the web pages of the server."
  package static let requires = ["access"]

  package static let migrations = [
    Migration("v1_create_sessions", sql: PackageResources.v1_create_sessions_sql),
    Migration("v2_add_accounts", sql: PackageResources.v2_add_accounts_sql),
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "staff", "Sign in to the web pages for staff, and see and end sessions.",
          [
            .command(SignIn.self), .command(ShowSession.self), .command(ConfirmSession.self), .command(SignOut.self),
            .command(ListSessions.self), .command(EndSession.self), .command(BeginSignIn.self),
            .command(FinishSignIn.self),
            .group(
              CommandGroup(
                "provider", "Set the providers at which staff sign in.",
                [.command(SetProvider.self), .command(ListProviders.self), .command(RemoveProvider.self)])),
          ]))
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Staff.sessions) { _ in SessionReader() }
  }

  package static var settings: [any DeclaredSetting] { [idleMinutes, mostHours, confirmMinutes, origin] }

  /// The server as browsers have it. Whatever a request says, people are sent back nowhere else.
  static let origin = WebOrigin.setting(
    "staff.origin", "The web address of the server, to which providers send staff back: https://qix.example.")

  /// The page to which providers send people back.
  /// - Throws: `staff.no-origin`
  static func signInPage(in connection: Connection) throws -> String {
    guard let origin = try connection.value(of: origin) else {
      throw Failure(
        "staff.no-origin", .notFound, "the setting staff.origin is empty, so no provider can send anybody back",
        hint: "The owner of the data folder sets it with \(always: "qix setting set staff.origin https://…").")
    }
    return "\(origin)/console/signed-in"
  }

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
