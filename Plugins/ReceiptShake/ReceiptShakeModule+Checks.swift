internal import CampaignsContract
package import QixShake
internal import VaultContract

extension ReceiptShakeModule: DataChecking {
  /// Asks whether each receipt is found by its numbers and belongs to a shake; with an open vault also whether what it
  /// says opens.
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let store = try storeAtHand(of: database, in: context)
    let (count, faults, isOpened) = try database.read { connection in
      let keys = try store.flatMap { try ReceiptKeys.find($0, in: connection) }
      return (
        try connection.fetchOne("SELECT count(*) FROM receiptshake_receipts") ?? 0 as Int64,
        try connection.faults(by: [receipts(keys)]), keys != nil
      )
    }
    let rest = isOpened || count == 0 ? "" : "; their content was not checked, because the vault is locked"
    let whole = "\(count.counted("receipt is", "receipts are")) as submitted\(rest)"
    return [.summary("receipts", of: faults, whole: whole)]
  }

  private static func receipts(_ keys: ReceiptKeys?) -> DataRule {
    DataRule("SELECT \(sql: ReceiptRecord.columns), tokens FROM receiptshake_receipts ORDER BY receipt") {
      row, connection in
      let record = try ReceiptRecord(row)
      if record.id != ReceiptID(of: record.shake) { return "receipt \(record.id) belongs to another shake" }
      let areFound = try MinHash.features(of: Tokens(bytes: row["tokens"])).allSatisfy { feature in
        try connection.has(
          "SELECT 1 FROM receiptshake_features WHERE receipt = \(record.number) AND feature = \(feature)")
      }
      guard areFound else { return "receipt \(record.id) can't be found by its numbers" }
      if let keys, record.reading != nil {
        do { _ = try record.receipt(keys) } catch StorageError.corrupt(let what) { return what }
      }
      return nil
    }
  }

  private static func storeAtHand(of database: Database, in context: Context) throws -> (any SecretStore)? {
    try context.service(ifProvided: Secrets.inspection)?.store(of: database)
  }
}

extension ReceiptShakeModule: DoctorChecking {
  /// Reviews that nobody decides, and pictures that are kept longer than was said.
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] {
    let now = context.clock.now()
    let (late, days, overdue) = try database.read { connection in
      let days = try connection.value(of: reviewWithin)
      let late: Int64? = try connection.fetchOne(
        """
        SELECT count(*) FROM receiptshake_receipts
        WHERE state = 2 AND at < \(now.advanced(byMicroseconds: -days * Timestamp.day))
        """)
      let overdue: Int64? = try connection.fetchOne(
        "SELECT count(*) FROM receiptshake_pictures WHERE until < \(now.advanced(byMicroseconds: -2 * Timestamp.day))")
      return (late ?? 0, days, overdue ?? 0)
    }
    var findings: [Finding] = []
    let isTaken = try database.read { connection in
      try context.service(Campaigns.directory).running(in: connection).contains { campaign in
        campaign.types.contains { $0.type == ReceiptShake.name }
      }
    }
    if isTaken, try !context.service(Secrets.inspection).isThere(in: database) {
      findings.append(
        .fault(
          "receipts", "a running campaign takes receipts, but there is no vault with their key",
          remedy: "Restore the former vault with `qix vault import FILE`."))
    }
    if late > 0 {
      findings.append(
        .warning(
          "receipts",
          "\(late.counted("receipt has", "receipts have")) been in review for more than "
            + days.counted("day"),
          remedy: "Decide them. `qix receipt review list` lists them."))
    }
    if overdue > 0 {
      findings.append(
        .warning(
          "receipts", "\(overdue.counted("picture")) of receipts should have been deleted two days ago or earlier",
          remedy: "Run `qix receipt expire`, preferably every night."))
    }
    return findings
  }
}

extension ReceiptShakeModule: LibraryUsing {
  package static let libraries = ["libqix-picture", "libqix-pdf", "libqix-ocr", "libqix-tesseract"]

  package static func usesLibraries(_ context: Context, in connection: Connection) throws -> Bool {
    try context.service(Campaigns.directory).running(in: connection).contains { campaign in
      campaign.types.contains { $0.type == ReceiptShake.name }
    }
  }
}
