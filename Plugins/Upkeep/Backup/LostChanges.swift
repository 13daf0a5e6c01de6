internal import QixModule

/// The changes of this home that a backup knows nothing of, by the audit log: a restore takes them back.
struct LostChanges {
  let count: Int64
  /// When the first and the last of them were made; nil for none.
  private let span: (first: Timestamp, last: Timestamp)?

  /// Entries of the backup that are looked for here, the newest first: those behind are of the migrations that it took.
  private static let mostLooked: Int64 = 1_000

  /// - Returns: nil where what is here can't be read.
  static func find(to candidate: Candidate, in context: Context) throws -> LostChanges? {
    do {
      return try LostChanges(to: candidate, in: context)
    } catch StorageError.corrupt {
      return nil
    }
  }

  private init(to candidate: Candidate, in context: Context) throws {
    guard context.database.exists else {
      (count, span) = (0, nil)
      return
    }
    let kept = try candidate.database.read { connection in
      try connection.fetchAll("SELECT entry, hash FROM qix_audit ORDER BY entry DESC LIMIT \(Self.mostLooked)") {
        (entry: $0["entry"] as Int64, hash: $0["hash"] as [UInt8])
      }
    }
    (count, span) = try context.database.ignoringLoss(takingUnsummed: true).read { connection in
      let common = try kept.first {
        try connection.has("SELECT 1 FROM qix_audit WHERE entry = \($0.entry) AND hash = \($0.hash)")
      }
      let lost = try connection.fetchOne(
        """
        SELECT count(*) AS count, min(at) AS first, max(at) AS last FROM qix_audit
        WHERE entry > \(common?.entry ?? 0) AND action <> 'upkeep.backup'
        """
      ) { ($0["count"] as Int64, $0["first"] as Timestamp?, $0["last"] as Timestamp?) }
      guard let lost, let first = lost.1, let last = lost.2 else { return (0, nil) }
      return (lost.0, (first, last))
    }
  }

  /// `12 changes that were made here since the backup`.
  var words: String { count.counted("change") + " made here since the backup" }

  func told(isDryRun: Bool) -> Sentence {
    let when = span.map { ", the first at \($0.first), the last at \($0.last)" } ?? ""
    return isDryRun
      ? "\(words) would be lost\(when); `qix audit show\(span.map { " --since \($0.first)" } ?? "")` lists them."
      : "\(words) are lost\(when)."
  }
}
