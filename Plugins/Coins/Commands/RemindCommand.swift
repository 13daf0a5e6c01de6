internal import CoinsContract
internal import IdentityContract
internal import QixCalendar
internal import QixModule

/// `qix coins remind`
struct RemindCommand: Command {
  static let declaration = Declaration(
    "remind", "Remind users once of coins that expire soon.", roles: [.operator],
    discussion: """
      A user whose coins expire within the time gets one short text (`coins.reminder-text`). It goes by email if \
      the user has a verified address and mail is set up (`qix message senders`). Otherwise it goes to the user's \
      verified phone number. Users with neither get no reminder, nor do suspended or erased ones. Held coins don't \
      count.

      Before a message goes out, qix records the user and the time of expiry. So no reminder is sent twice, even if \
      the command runs every night, or is killed and runs again. A message that a sender refuses isn't sent again \
      either, and `qix wallet show USER` shows the failure. The run ends there, and the next run goes on with the \
      other users.
      """,
    examples: [
      Example("qix coins remind --within 14d --dry-run", "how many users would be reminded, and of how many coins"),
      Example("qix coins remind --within 14d --quiet", "every night"),
    ],
    answer: AnswerShape("coins.remind/1", Total.fields), effect: .changes)

  @Option("within", .duration, placeholder: "TIME", "Coins that expire within this time from now") private var within:
    Int64

  private static let mostDays: Int64 = 3_660

  func check() throws {
    guard within <= Self.mostDays * Timestamp.day else {
      throw UsageError("--within is longer than \(Self.mostDays) days", hint: "Name a shorter time, such as 14d.")
    }
  }

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let until = now.advanced(byMicroseconds: within)
    let zone = try context.zone()
    let policy = try context.service(Users.policy)
    let (all, failed, letter) = try context.database.read { connection in
      (
        try Reminders(connection).due(after: now, until: until),
        try Reminders(connection).failed(after: now, until: until),
        Letter(
          text: try connection.value(of: CoinsModule.reminderText),
          subject: try connection.value(of: CoinsModule.reminderSubject), zone: zone)
      )
    }
    var total = Total(failedBefore: failed)
    // Where there is nobody to tell it takes no sender: the line may stand in a crontab before one is set up.
    guard !all.isEmpty else { return total.document(until: until, isDryRun: context.isDryRun) }
    let notices = try context.service(Users.notices).open()
    let progress = context.face.progress("telling", unit: "users")
    context.face.catchInterruption()
    for (user, due) in all {
      if context.face.interruption.isRequested { throw Interrupted.goesOn }
      let way = try context.database.read { connection -> NoticeWay? in
        do {
          try policy.requireActive(user, in: connection)
        } catch is UserError {
          total.inactive += 1
          return nil
        }
        guard let way = try notices.way(to: user, in: connection) else {
          total.unreachable += 1
          return nil
        }
        return way
      }
      guard let way else { continue }
      if context.isDryRun {
        total.count(due)
      } else if let (id, told) = try claim(due, of: user, in: context) {
        do {
          try notices.send(letter.notice(told, id), by: way)
        } catch {
          try context.change("coins.remind-failed") { connection, change in
            change.subject = "\(id)"
            try Reminders(connection).noteFailure(of: id)
          }
          total.failure = error
          break
        }
        total.count(told)
      }
      progress.advance(to: total.users)
    }
    progress.finish()
    return total.document(until: until, isDryRun: context.isDryRun)
  }

  /// Writes down that a user is told, before they are.
  /// - Returns: nil where another run was quicker.
  private func claim(
    _ due: [Reminders.Due], of user: UserID, in context: Context
  ) throws -> (ReminderID, [Reminders.Due])? {
    var ids = IdentifierGenerator(random: context.random)
    let id: ReminderID = ids.next(at: context.clock.now())
    return try context.change("coins.remind") { connection, change in
      let reminders = Reminders(connection)
      let due = try reminders.untold(due, of: user)
      guard !due.isEmpty else { return nil }
      try reminders.note(due, of: user, id, at: context.clock.now())
      change.subject = "\(user) \(id): \(due.reduce(0) { $0 + $1.coins }.counted("coin"))"
      return (id, due)
    }
  }

  private struct Total {
    /// Users whom an earlier run was to tell, and whose message no sender took.
    let failedBefore: Int64
    var users: Int64 = 0
    var coins: Int64 = 0
    var unreachable: Int64 = 0
    var inactive: Int64 = 0
    var failure: (any Error)?

    mutating func count(_ due: [Reminders.Due]) {
      users += 1
      coins += due.reduce(0) { $0 + $1.coins }
    }

    static let fields: [Field<(until: Timestamp, total: Total, isDryRun: Bool)>] = [
      Field("until", .time, "expiring until") { $0.until },
      Field("users", .integer) { $0.total.users }.labelled { $0.isDryRun ? "users to remind" : "users reminded" },
      Field("coins", .coins, "of this many coins") { $0.total.coins },
      Field("unreachable", .integer, "no verified address or number") { $0.total.unreachable },
      Field("inactive", .integer, "suspended or erased") { $0.total.inactive },
      Field("failed_before", .integer, "failed before, not tried again") { $0.total.failedBefore },
    ]

    func document(until: Timestamp, isDryRun: Bool) -> Document {
      var document = Document("coins.remind/1", Self.fields, of: (until: until, total: self, isDryRun: isDryRun))
      document.failure = failure
      return document
    }
  }

  /// The words, as they are set.
  private struct Letter {
    let text: String
    let subject: String
    let zone: TimeZone

    func notice(_ due: [Reminders.Due], _ id: ReminderID) -> UserNotice {
      let first = due.first?.expires ?? Timestamp(microseconds: 0)
      let words = text.replacing("{coins}", with: "\(due.reduce(0) { $0 + $1.coins })")
        .replacing("{date}", with: "\(zone.date(at: first.advanced(byMicroseconds: -1)))")
      return UserNotice(
        purpose: "coins-expire", subject: subject, text: words, id: "\(id)", expires: due.last?.expires ?? first)
    }
  }
}
