internal import CoinsContract
internal import IdentityContract
package import NoticesContract
internal import QixCalendar
internal import QixModule

/// Users may be told of coins that expire soon, once for each day on which some do.
extension CoinsModule: NoticeSource {
  /// Days.
  static let noticeDays = Setting.integer(
    "coins.notice-days", "Days before coins expire when users may get a notice.", placeholder: "DAYS", default: 7,
    in: 1...60)

  package static let noticeKinds = [
    NoticeKind("coins-expiring", .keyed("coins.notices", "coins that expire soon"), due: expiring) { matter, reading in
      let day = CalendarDate(daysSinceEpoch: Int64(clamping: matter.high))
      let coins = try Reminders(reading.connection).coins(
        of: matter.user, expiring: reading.zone.start(of: day),
        reading.zone.start(of: CalendarDate(daysSinceEpoch: day.daysSinceEpoch + 1)), at: reading.now)
      guard coins > 0 else { return nil }
      return .keyed("coins.notice", "\(coins: coins) to use by \(day)")
    }
  ]

  /// The users with coins that expire soon, and the last days on which they can be used. Of coins of which a reminder
  /// was sent there is no notice.
  @Sendable private static func expiring(_ reading: NoticeReading) throws -> [NoticeMatter] {
    let days = try reading.connection.value(of: noticeDays)
    let until = reading.now.advanced(byMicroseconds: days * Timestamp.day)
    var found: [NoticeMatter] = []
    for (user, due) in try Reminders(reading.connection).due(after: reading.now, until: until) {
      for due in due {
        // What expires at midnight can be used on the day before.
        let day = reading.zone.date(at: due.expires.advanced(byMicroseconds: -1))
        let matter = NoticeMatter(user, high: UInt64(clamping: day.daysSinceEpoch), low: 0)
        if found.last != matter { found.append(matter) }
      }
    }
    return found
  }
}

extension Reminders {
  /// The coins of a user that expire after one time and until another, without those that are held.
  func coins(of user: UserID, expiring start: Timestamp, _ end: Timestamp, at now: Timestamp) throws -> Int64 {
    guard let place = try Wallet.place(of: .wallet(user), in: connection) else { return 0 }
    let accounts = place.numbers.map { "\($0)" }.joined(separator: ", ")
    return try connection.fetchOne(
      """
      SELECT sum(l.remaining) FROM \(sql: DueHolds.lots(at: now)) AS l
      WHERE l.account IN (\(sql: accounts)) AND l.expires_at > \(max(start, now)) AND l.expires_at <= \(end)
      """) ?? 0
  }
}
