internal import QixCrypto
internal import QixModule
internal import VouchersContract

/// The codes of a batch as a file for the printer: CSV, new, readable by its owner only.
enum CodeFile {
  /// - Throws: `UsageError` for standard output: codes would stay in whatever catches that.
  static func check(_ path: String?) throws {
    if path == "-" {
      throw UsageError("codes are not written to standard output", hint: "Name a new file: --output codes.csv.")
    }
  }

  /// - Parameter replaces: whether it takes the place of a file that is there.
  /// - Returns: how many there are in it; those that were made void since are left out.
  static func write(
    _ batch: Batch, to path: String, replacing replaces: Bool, isSigned: Bool, keys: VoucherKeys,
    from database: Database
  ) throws -> Int64 {
    let signing = Ed25519.SigningKey(seed: keys.seed)
    var count: Int64 = 0
    try NewFile.write(to: path, replacing: replaces) { file in
      var writer = CSVWriter()
      writer.row(["voucher", "code", "text", "until"] + (isSigned ? ["signed"] : []))
      try database.read { connection in
        let batch = try Batch.find(batch.id, in: connection)
        guard let first = batch.first, let last = batch.last else { return }
        let terms = try Series.with(batch.series, in: connection).terms
        try connection.forEach(
          """
          SELECT \(sql: Voucher.columns) FROM vouchers_vouchers
          WHERE id BETWEEN \(first) AND \(last) AND batch = \(batch.id) AND state <> 4 ORDER BY id
          """
        ) { row in
          let voucher = try Voucher(row)
          let code = try keys.open(voucher.box, voucher.id, of: batch.series)
          let end = voucher.end(terms).map { "\($0)" } ?? ""
          let signed = isSigned ? [SignedVoucher(voucher, terms).signed(by: signing)] : []
          writer.row(["\(voucher.id)", code.plain, terms.shown(code), end] + signed)
          count += 1
          if writer.bytes.count > 1 << 16 { try drain(&writer, to: file) }
        }
      }
      try drain(&writer, to: file)
    }
    return count
  }

  private static func drain(_ writer: inout CSVWriter, to file: NewFile) throws {
    try writer.bytes.withUnsafeBytes(file.write)
    writer.removeAll()
  }
}

/// `--signed`, of commands that write codes into a file.
struct SignedFlag {
  @Flag("signed", "Add a column of signed vouchers, for tills without a connection") var isGiven: Bool
}
