internal import QixModule

/// Whether the database holds what was acknowledged, and whether its log does.
struct AcknowledgedCheck {
  let context: Context
  let database: Database
  /// Whether `qix db check` is what looks.
  var inCheck = false

  /// The subject of the finding about acknowledged changes.
  static let subject = "acknowledged"
  /// And that about the log.
  static let log = "log"

  /// Reads the log too, which is short.
  func findings() throws -> [Finding] {
    var remembered: Database.Remembered?
    let findings = try Finding.looking(at: Self.subject, inCheck: inCheck) {
      remembered = try database.remembered()
      return remembered.map { [finding($0)] } ?? []
    }
    return findings + (try Finding.looking(at: Self.log, inCheck: inCheck) { [try log(remembered)] })
  }

  private func finding(_ remembered: Database.Remembered) -> Finding {
    let file = context.home.acknowledged
    let consequence = "so it can't be told whether changes at its end are missing"
    switch remembered {
    case .held(let change, let since):
      let before = since > 1 ? "; what came before change \(since) was never remembered" : ""
      return .ok(Self.subject, "change \(change), the last that was acknowledged, is there\(before)")
    case .lost(let loss): return .thrown(Self.subject, StorageError.lost(loss))
    case .nothing:
      return .warning(
        Self.subject, "there is no \(file), \(consequence)",
        remedy: "The next change makes it. Unless an older qix or a copy is the reason, compare with a backup.")
    case .unreadable:
      return .warning(
        Self.subject, "\(file) holds nothing that was written whole, \(consequence)",
        remedy: "The next change writes it again. Check the disk (dmesg), and compare with a backup.")
    }
  }

  private func log(_ remembered: Database.Remembered?) throws -> Finding {
    let log: LogExamination
    do { log = try database.examineLog() } catch StorageError.locked {
      return .warning(
        Self.log, "was not looked at: another qix has been writing all the time", remedy: "Run `qix db check` again.")
    }
    let reached = "\(log.reached.counted("page")), each fits the one before it"
    guard let fault = log.fault, log.isDamaged || log.commits > 0 else { return .ok(Self.log, reached) }
    let place = "byte \(fault) of qix.db-wal is not what was written"
    let remedy = Finding.restore
    if log.isDamaged {
      return .damage(
        Self.log, "\(place), and \(log.behind.counted("page")) behind it can no longer be reached", remedy: remedy)
    }
    // One commit alone may have been cut off by a loss of power.
    switch remembered {
    case .held: return .ok(Self.log, "\(reached); a commit behind them was cut off and never acknowledged")
    case .lost: return .damage(Self.log, "\(place), and with it the last commit is gone", remedy: remedy)
    case .nothing, .unreadable, nil:
      return .warning(
        Self.log, "\(place): the last commit is gone, and it isn't known whether it was acknowledged", remedy: remedy)
    }
  }
}
