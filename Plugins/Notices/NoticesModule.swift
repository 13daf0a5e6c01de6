package import QixModule
package import QixPages

/// Notices: users are told what they chose to hear, by the way they chose.
package enum NoticesModule: Migrating, CommandProviding, SettingProviding, PageProviding {
  package static let id = "notices"
  package static let summary = "Notices: tells users what they chose to hear, by the way they chose."
  package static let requires = ["identity", "messages"]

  package static let migrations = [
    Migration("v1_create_notices", sql: PackageResources.v1_create_notices_sql)
  ]

  /// The page that the last line of an email leads to, at `/notices/KEY`.
  package static let pages = Pages(of: "Notices")

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "notice", "Tell users what they chose to hear.",
          [
            .command(ListNotices.self), .command(ReadNotices.self), .command(NoticeChoices.self),
            .command(ChooseNotices.self), .command(SetQuiet.self), .command(StopNotices.self),
            .command(SendNotices.self),
          ]))
    ]
  }

  package static var settings: [any DeclaredSetting] { [quietHours] }

  static let quietHours = Setting<QuietHours?>(
    "notices.quiet-hours", .rule, "The hours in which no notice is sent: FROM-UNTIL, or none.",
    placeholder: "HOURS", default: "21:00-08:00"
  ) { text throws(SettingError) in
    if text == QuietHours.none { return nil }
    guard let hours = QuietHours(text) else {
      throw SettingError("it must be FROM-UNTIL or none", hint: "For example, 21:00-08:00.")
    }
    return hours
  }
}
