internal import DrawsContract
internal import QixCrypto
package import QixKernel
package import QixStorage
internal import VaultContract

extension DrawsModule: DataChecking {
  /// Recomputes every revealed window and every raffle; with an open vault also what the others have committed to.
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let record = try service(Draws.record, in: context)
    let secrets = try service(Secrets.inspection, in: context)?.store(of: database).map(DrawSecrets.init)
    let (windows, raffles, faults) = try database.read { connection in
      var faults = Faults()
      let windows = try connection.rows(
        "SELECT \(DrawWindow.columns) FROM draws_windows ORDER BY id", read: DrawWindow.init)
      for window in windows {
        if let record, window.revelation != nil {
          faults.note(try WindowVerification.run(window, secrets: nil, record: record, in: connection).faults)
        } else if window.revelation == nil, let secrets {
          do { _ = try secrets.secret(of: window.terms, committed: window.commitment, in: connection) } catch let
            error as DrawError
          { faults.note(error.description) }
        }
      }
      let raffles = try connection.rows(
        "SELECT \(Raffle.columns) FROM draws_raffles ORDER BY id", read: Raffle.init)
      for raffle in raffles {
        faults.note(try RaffleVerification.run(raffle, secrets: secrets, in: connection).faults)
      }
      return (windows.count, raffles.count, faults)
    }
    guard let first = faults.told.first else {
      return [.ok("draws", "\(windows) draw windows and \(raffles) raffles hold what they promised")]
    }
    let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
    return [
      .fault(
        "draws", first + more,
        remedy: "Find out more with `qix draw verify` and `qix raffle verify`, and compare with what was published.")
    ]
  }

  /// Nil where nobody provides it.
  private static func service<Service: Sendable>(
    _ key: ServiceKey<Service>, in context: Context
  ) throws -> Service? {
    do { return try context.service(key) } catch is ServiceError { return nil }
  }
}

extension DrawsModule: DoctorChecking {
  /// Windows that nobody has revealed in a week, and signs that the clock was ahead when one was.
  package static func examine(in context: Context) throws -> [Finding] {
    let database = context.database.reader()
    guard database.exists, try database.read({ try context.migrator.status(in: $0) }).allSatisfy({ $0.applied != nil })
    else { return [] }
    let now = context.clock.now()
    let (late, ahead) = try database.read { connection in
      let late = try connection.first(
        "SELECT count(*) FROM draws_windows WHERE revealed_at IS NULL AND closes_at < ?1",
        .time(now.advanced(byMicroseconds: -7 * Timestamp.day))
      ) { $0.integer(0) }
      let ahead = try connection.first(
        "SELECT count(*) FROM draws_windows WHERE revealed_at > ?1", .time(now)
      ) { $0.integer(0) }
      return (late ?? 0, ahead ?? 0)
    }
    var findings: [Finding] = []
    if late > 0 {
      findings.append(
        .warning(
          "draws", "\(late) draw windows were over a week ago and are not revealed",
          remedy: "Reveal them, and publish what it prints: `qix draw list --state closed`, `qix draw reveal WINDOW`."))
    }
    if ahead > 0 {
      findings.append(
        .warning(
          "draws",
          "\(ahead) draw windows were revealed at a moment that is yet to come: a clock was ahead, or is behind",
          remedy: "Check the clock, and who revealed them: `qix audit show --action draws.reveal`."))
    }
    return findings
  }
}
