internal import QixModule

/// Puts a candidate in the place of the database, and what was there into a file beside it.
struct Restoration {
  let context: Context
  /// Rows that backups leave out, kept from what was there.
  private(set) var kept: Int64 = 0
  /// The rows that must not be set back, written into the candidate before it took the place.
  private(set) var carried = CarriedOver()

  init(context: Context) { self.context = context }

  enum Former {
    /// There was no database.
    case none
    /// A backup of it was made.
    case saved(File)
    /// It could not be read; its files were set aside as they were.
    case setAside(File)

    var path: String? {
      switch self {
      case .none: nil
      case .saved(let file), .setAside(let file): file.path
      }
    }
  }

  /// Replaces all in one transaction: other processes see the old content or the new.
  mutating func put(_ candidate: Candidate) throws -> Former {
    let database = context.database.ignoringLoss(takingUnsummed: true)
    guard database.exists else {
      carried.advice = context.registry.adviceWithoutFormer
      try replace(candidate, creating: database)
      return .none
    }
    let safety = File(path: freePath())
    do {
      (kept, carried) = try database.replaceContent(by: candidate.database, at: candidate.path) { connection in
        try connection.backUp(to: safety.path, leavingOut: []) { _, _ in }
        try safety.sync()
        let kept = try connection.giveRows(
          of: context.registry.tablesLeftOutOfBackups, toFile: candidate.path)
        let carried = try context.registry.carryOver(from: connection, into: candidate.database)
        return (kept, carried)
      }
      return .saved(safety)
    } catch StorageError.corrupt {
      // Its pages can't be copied, so it can't be written over either.
      try database.withoutWriters { try setAside(as: safety) }
      carried.advice = context.registry.adviceWithoutFormer
      try replace(candidate, creating: context.database.ignoringLoss())
      return .setAside(safety)
    } catch {
      // A database that could not be replaced is still there and needs no copy; after a failing disk it may not be.
      if case StorageError.inputOutput = error {} else { safety.remove() }
      throw error
    }
  }

  /// The beginning of the names of files with former contents, in the home.
  static let formerPrefix = "before-restore-"

  private func replace(_ candidate: Candidate, creating database: Database) throws {
    try database.create(inPlaceOfFormer: true)
    try database.replaceContent(by: candidate.database, at: candidate.path) { _ in }
  }

  private func setAside(as safety: File) throws(StorageError) {
    for suffix in ["-wal", ""] {
      let file = File(path: context.home.database + suffix)
      if file.exists { try file.rename(to: File(path: safety.path + suffix)) }
    }
    // An index of a log that is gone; SQLite makes it again.
    File(path: context.home.database + "-shm").remove()
  }

  /// `before-restore-20270115T080000Z.db` in the home, or with a number when that is taken.
  private func freePath() -> String {
    let moment = Timestamp(microseconds: context.clock.now().microseconds / 1_000_000 * 1_000_000)
    let stem = "\(context.home.path)/\(Self.formerPrefix)\(moment.description.filter { $0 != "-" && $0 != ":" })"
    var path = "\(stem).db"
    var number = 1
    while File(path: path).exists {
      number += 1
      path = "\(stem)-\(number).db"
    }
    return path
  }
}
