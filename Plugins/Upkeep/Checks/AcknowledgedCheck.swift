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
    let consequence = "so qix can't tell whether the latest changes are missing"
    switch remembered {
    case .held(let change, let since):
      let before = since > 1 ? "; changes before \(since) were never noted" : ""
      return .ok(Self.subject, "the last acknowledged change, \(change), is there\(before)")
    case .lost(let loss): return .thrown(Self.subject, StorageError.lost(loss))
    case .nothing:
      return .warning(
        Self.subject, "\(file) doesn't exist, \(consequence)",
        remedy: """
          The next change creates it. If you neither ran an older qix nor copied the folder, compare with a backup.
          """)
    case .unreadable:
      return .warning(
        Self.subject, "\(file) can't be read, \(consequence)",
        remedy: "The next change writes it again. Check the disk (dmesg), and compare with a backup.")
    }
  }

  private func log(_ remembered: Database.Remembered?) throws -> Finding {
    let log: LogExamination
    do { log = try database.examineLog() } catch StorageError.locked {
      return .warning(
        Self.log, "not checked: another qix was writing all the time", remedy: "Run `qix db check` again.")
    }
    let reached = "\(log.reached.counted("page")), each fits the one before"
    guard let fault = log.fault, log.isDamaged || log.commits > 0 else { return .ok(Self.log, reached) }
    let place = "byte \(fault) of qix.db-wal was altered"
    let remedy = Finding.restore
    if log.isDamaged {
      return .damage(
        Self.log, "\(place), and the \(log.behind.counted("page")) after it can no longer be reached", remedy: remedy)
    }
    // One commit alone may have been cut off by a loss of power.
    switch remembered {
    case .held: return .ok(Self.log, "\(reached); the commit after them was cut off and never acknowledged")
    case .lost: return .damage(Self.log, "\(place), so the last commit is lost", remedy: remedy)
    case .nothing, .unreadable, nil:
      return .warning(
        Self.log, "\(place): the last commit is lost, and may have been acknowledged", remedy: remedy)
    }
  }
}
