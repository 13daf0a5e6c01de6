package import QixModule

extension NoticesModule: DataChecking {
  /// Looks whether messages belong to notices, and whether anything can't be read.
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let (count, faults) = try database.read { connection in
      (
        try connection.fetchOne("SELECT count(*) FROM notices_notices") ?? 0 as Int64,
        try connection.faults(by: rules)
      )
    }
    return [
      .summary(
        "notices", of: faults, whole: "\(count.counted("notice")) \(count == 1 ? "has" : "have") the right messages")
    ]
  }

  private static let rules = [
    DataRule(
      """
      SELECT notice FROM notices_deliveries
      WHERE NOT EXISTS (SELECT 1 FROM notices_notices AS n WHERE n.id = notice) ORDER BY notice
      """
    ) { "a message is there without its notice \(try $0["notice"] as NoticeID)" },
    DataRule(
      "SELECT notice FROM notices_deliveries WHERE state = 3 AND tries = 0 ORDER BY notice"
    ) { "a message of the notice \(try $0["notice"] as NoticeID) is sent and was never tried" },
    DataRule(
      """
      SELECT n.id FROM notices_notices AS n
      WHERE n.on_page = 0 AND NOT EXISTS (SELECT 1 FROM notices_deliveries AS d WHERE d.notice = n.id) ORDER BY n.id
      """
    ) { "the notice \(try $0["id"] as NoticeID) has no way to its user" },
    DataRule(
      """
      SELECT user FROM notices_users WHERE language IS NOT NULL AND language NOT IN ('en', 'it', 'es', 'ca', 'ro')
      """, "a user's messages are in a language that this qix doesn't know"),
  ]
}

extension NoticesModule: RowReading {
  package static func readRows(in connection: Connection) throws {
    _ = try connection.fetchAll("SELECT \(sql: Notice.columns) FROM notices_notices AS n", Notice.init)
  }
}

extension NoticesModule: DoctorChecking {
  /// Microseconds for which given-up messages are told.
  private static let memory = 7 * Timestamp.day

  /// Looks for messages that were given up, and whether anything still makes notices.
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] {
    let now = context.clock.now()
    let since = now.advanced(byMicroseconds: -memory)
    let (gaveUp, isStalled) = try database.read { connection -> (Int64, Bool) in
      let gaveUp =
        try connection.fetchOne(
          "SELECT count(*) FROM notices_deliveries WHERE state = 4 AND ended_at > \(since)") ?? 0 as Int64
      let isBegun = try connection.has("SELECT 1 FROM notices_place")
      let until = try EventLog(connection).until(NoticeMaker.reader)
      return (gaveUp, isBegun && until.map { $0 <= now } ?? true)
    }
    var findings: [Finding] = []
    if gaveUp > 0 {
      findings.append(
        .warning(
          "notices", "\(gaveUp.counted("message")) of notices could not be sent in the last 7 days",
          remedy: "See why with `qix notice list --given-up`. `qix message senders` shows the senders."))
    }
    if isStalled {
      findings.append(
        .warning(
          "notices", "no notice was made for 30 days: nothing has looked at the events",
          remedy: "Run `qix serve`, or `qix notice send` by a timer."))
    }
    return findings
  }
}
