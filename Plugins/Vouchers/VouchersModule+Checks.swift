package import QixModule
internal import VaultContract
internal import VouchersContract

extension VouchersModule: DataChecking {
  /// Compares the counts with the rows, the states with the uses; with an open vault also each code with its place and
  /// with what it is found by.
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let store = try storeAtHand(of: database, in: context)
    let (count, faults, isOpened, isKeyMissing) = try database.read { connection in
      var (faults, isKeyMissing) = (try connection.faults(by: rules), false)
      var keys: VoucherKeys?
      do {
        keys = try store.flatMap { try VoucherKeys.find($0, in: connection) }
      } catch VoucherError.keyMissing {
        isKeyMissing = true
      }
      if let keys { faults += try connection.faults(by: [codes(keys)]) }
      let count = try connection.fetchOne("SELECT count(*) FROM vouchers_vouchers") ?? 0
      return (count, faults, keys != nil, isKeyMissing)
    }
    if isKeyMissing { return [keyMissing] }
    let rest = isOpened || count == 0 ? "" : "; their codes were not checked, since the vault is locked"
    return [
      .summary(
        "vouchers", of: faults,
        whole: "\(count.counted("voucher")) \(count == 1 ? "is" : "are") what was made\(rest)",
        remedy: "Restore a backup from before the change.")
    ]
  }

  private static let keyMissing = Finding.fault(
    "vouchers", VoucherError.keyMissing.description, remedy: VoucherError.keyMissing.hint?.description ?? "")

  private static func storeAtHand(of database: Database, in context: Context) throws -> (any SecretStore)? {
    try context.service(ifProvided: Secrets.inspection)?.store(of: database)
  }

  private static let rules = [
    DataRule(
      """
      SELECT name FROM vouchers_series AS s
      LEFT JOIN (
        SELECT series, count(*) AS made, sum(CASE WHEN state = 1 THEN 1 ELSE 0 END) AS free
        FROM vouchers_vouchers GROUP BY series) AS v ON v.series = s.id
      WHERE s.made <> coalesce(v.made, 0) OR s.free <> coalesce(v.free, 0) ORDER BY name
      """
    ) { "the series '\($0["name"] as String)' counts other vouchers than it has" },
    DataRule(
      """
      SELECT id FROM vouchers_batches WHERE kind > 1 AND done <> (
        SELECT count(*) FROM vouchers_vouchers
        WHERE vouchers_vouchers.batch = vouchers_batches.id
          AND vouchers_vouchers.id BETWEEN vouchers_batches.first AND vouchers_batches.last)
      """
    ) { "the batch \(try $0["id"] as BatchID) counts other vouchers than it has" },
    DataRule(
      """
      SELECT v.id FROM vouchers_vouchers AS v
      JOIN vouchers_series AS s ON s.id = v.series
      LEFT JOIN (
        SELECT voucher, count(*) AS uses, count(deducted) AS counted, sum(deducted) AS spent
        FROM vouchers_uses WHERE restored_at IS NULL GROUP BY voucher
      ) AS u ON u.voucher = v.id
      WHERE v.used <> coalesce(u.uses, 0) OR v.used > s.uses
        OR v.spent <> coalesce(u.spent, 0) OR v.spent > coalesce(s.value, 0)
        OR coalesce(u.counted, 0) <> CASE WHEN s.keeps_rest = 1 THEN v.used ELSE 0 END
        OR (v.state = 3 AND v.used < s.uses AND (s.keeps_rest = 0 OR v.spent < s.value))
        OR (v.state = 2 AND (v.used >= s.uses OR (s.keeps_rest = 1 AND v.spent >= s.value)))
      ORDER BY v.id
      """
    ) { "the voucher \(try $0["id"] as VoucherID) is in another state than its uses say" },
  ]

  /// Each code lies in its own place, and is found by itself.
  private static func codes(_ keys: VoucherKeys) -> DataRule {
    DataRule("SELECT \(sql: Voucher.columns), hash FROM vouchers_vouchers ORDER BY id") { row in
      let voucher = try Voucher(row)
      do {
        let code = try keys.open(voucher.box, voucher.id, of: voucher.series)
        return keys.hash(code.folded) == row["hash"]
          ? nil : "the voucher \(voucher.id) is found by a code that is not its own"
      } catch StorageError.corrupt(let what) {
        return what
      }
    }
  }
}

extension VouchersModule: DoctorChecking {
  /// A vault without the key, where that can be seen without asking; empty or void stocks; and signs of codes being
  /// guessed.
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] {
    let now = context.clock.now()
    let (empty, misses) = try database.read { connection in
      let empty: [String] = try connection.fetchAll(
        """
        SELECT name FROM vouchers_series
        WHERE source <> 2 AND made > 0 AND free = 0 AND voided_at IS NULL AND (end_at IS NULL OR end_at > \(now))
          AND EXISTS (
            SELECT 1 FROM vouchers_vouchers
            WHERE vouchers_vouchers.series = vouchers_series.id AND vouchers_vouchers.key IS NOT NULL)
        ORDER BY name LIMIT 10
        """)
      let misses: Int64? = try connection.fetchOne(
        "SELECT count(*) FROM vouchers_misses WHERE made_at > \(now.advanced(byMicroseconds: -Timestamp.day))")
      return (empty, misses ?? 0)
    }
    var findings: [Finding] = []
    do {
      if let store = try storeAtHand(of: database, in: context) {
        _ = try database.read { try VoucherKeys.find(store, in: $0) }
      }
    } catch VoucherError.keyMissing {
      findings.append(keyMissing)
    }
    if !empty.isEmpty {
      findings.append(
        .warning(
          "vouchers", "all vouchers of \(empty.joined(separator: ", ")) have been handed out",
          remedy: """
            Make more with `qix voucher generate SERIES --count N`. Or import more with \
            `qix voucher import SERIES FILE`.
            """))
    }
    if misses >= 1_000 {
      findings.append(
        .warning(
          "vouchers", "\(misses) codes that don't exist were tried in a day: this may be an attempt to guess codes",
          remedy: "List the attempts with `qix audit show --action vouchers.miss`."))
    }
    return findings
  }
}

extension VouchersModule: LibraryUsing {
  package static let libraries = ["libqix-barcode"]

  package static func usesLibraries(_ context: Context, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM vouchers_series LIMIT 1")
  }
}
