internal import DrawsContract
internal import QixCrypto
package import QixModule

extension DrawsModule: DataChecking {
  /// Recomputes every window and every raffle: with an open vault also those whose secret isn't public yet.
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let record = try context.service(ifProvided: Draws.record)
    let secrets = try context.drawSecretsAtHand(of: database)
    let (windows, raffles, faults) = try database.read { connection in
      let windows = try connection.fetchAll(
        "SELECT \(sql: DrawWindow.columns) FROM draws_windows ORDER BY id", DrawWindow.init)
      let raffles = try connection.fetchAll("SELECT \(sql: Raffle.columns) FROM draws_raffles ORDER BY id", Raffle.init)
      var faults = Faults()
      try check(windows, record, secrets, &faults, in: connection)
      try check(raffles, secrets, &faults, in: connection)
      return (windows.count, raffles.count, faults)
    }
    return [
      .summary(
        "draws", of: faults.told, whole: "\(windows) draw windows and \(raffles) raffles are verified",
        remedy: "Find out more with `qix draw verify` and `qix raffle verify`. Compare with the published values.")
    ]
  }

  private static func check(
    _ windows: [DrawWindow], _ record: (any DrawRecord)?, _ secrets: DrawSecrets?, _ faults: inout Faults,
    in connection: Connection
  ) throws {
    var keys: WindowSecrets?
    do {
      if !windows.isEmpty { keys = try secrets?.ofWindows(in: connection) }
    } catch DrawError.keyMissing {
      faults.note(DrawError.keyMissing.description)
    }
    for window in windows {
      if let record {
        faults.note(try WindowVerification.run(window, secrets: keys, record: record, in: connection).faults)
      } else {
        do { _ = try keys?.secret(of: window.terms, committed: window.commitment) } catch {
          faults.note(error.description)
        }
      }
    }
  }

  private static func check(
    _ raffles: [Raffle], _ secrets: DrawSecrets?, _ faults: inout Faults, in connection: Connection
  ) throws {
    var keys: RaffleSecrets?
    do {
      if !raffles.isEmpty { keys = try secrets?.ofRaffles(in: connection) }
    } catch DrawError.keyMissing {
      faults.note(DrawError.keyMissing.description)
    }
    for raffle in raffles {
      faults.note(try RaffleVerification.run(raffle, secrets: keys, in: connection).faults)
    }
  }
}

extension DrawsModule: DoctorChecking {
  /// Windows that were not revealed within a week, and signs that the clock was ahead when one was.
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] {
    let now = context.clock.now()
    let (late, ahead) = try database.read { connection in
      let late: Int64? = try connection.fetchOne(
        """
        SELECT count(*) FROM draws_windows
        WHERE revealed_at IS NULL AND closes_at < \(now.advanced(byMicroseconds: -7 * Timestamp.day))
        """)
      let ahead: Int64? = try connection.fetchOne("SELECT count(*) FROM draws_windows WHERE revealed_at > \(now)")
      return (late ?? 0, ahead ?? 0)
    }
    var findings: [Finding] = []
    if late > 0 {
      findings.append(
        .warning(
          "draws", "\(late) draw windows ended over a week ago, but are not revealed",
          remedy: "List them with `qix draw list --state closed`. "
            + "Reveal each window with `qix draw reveal WINDOW`, and publish the output."))
    }
    if ahead > 0 {
      findings.append(
        .warning(
          "draws",
          "\(ahead) draw windows were revealed in the future: a clock was fast, or is slow now",
          remedy: "Check the clock. `qix audit show --action draws.reveal` shows who revealed them."))
    }
    return findings
  }
}
