internal import QixCalendar
package import QixModule

/// Streaks of days and badges for shakes.
package enum BadgesModule: Migrating, CommandProviding, SettingProviding {
  package static let id = "badges"
  package static let summary = "Streaks of days and badges for shakes."
  package static let requires = ["identity", "shakes"]

  package static let migrations = [
    Migration("v1_create_badges", sql: PackageResources.v1_create_badges_sql),
    Migration("v2_write_badges_in_languages", sql: PackageResources.v2_write_badges_in_languages_sql),
    Migration("v3_show_badges", sql: PackageResources.v3_show_badges_sql),
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "badge", "Make badges that shakes lead to, and show who has them.",
          [
            .command(CreateBadge.self), .command(ListBadges.self), .command(ShowBadge.self), .command(BadgesOf.self),
            .command(AwardBadge.self), .command(RevokeBadge.self), .command(RetireBadge.self),
          ]))
    ]
  }

  package static var settings: [any DeclaredSetting] { [timeZone] }

  static let timeZone = Setting<TimeZone>(
    "badges.time-zone", .rule, "The time zone in which the days of streaks begin.", placeholder: "ZONE", default: "UTC"
  ) { text throws(SettingError) in
    do throws(TimeZoneError) {
      return try TimeZone(identifier: text)
    } catch {
      throw SettingError(error.sentence, hint: error.hint)
    }
  }
}

extension BadgesModule: RowReading {
  package static func readRows(in connection: Connection) throws { _ = try BadgeStore(connection).all() }
}
