internal import QixCrypto
package import QixModule

extension CoinsModule: DataChecking {
  /// `qix coins verify`, as a finding, and whether requests were decided as the audit log says.
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    try ledger(database, in: context) + ApprovalCheck.findings(of: database) + earnings(database)
  }

  private static func earnings(_ database: Database) throws -> [Finding] {
    let fault = try database.read { try Earnings(connection: $0).fault() }
    return fault.map { fault in
      [
        .fault(
          "earnings", "\(fault): it was changed outside of qix",
          remedy: "Restore the last good backup with `qix db restore FILE`.")
      ]
    } ?? []
  }

  private static func ledger(_ database: Database, in context: Context) throws -> [Finding] {
    let report = try Verification.run(database, random: context.random)
    let (transfers, blocks) = (report.seals.transfers.counted("transfer"), report.seals.blocks.counted("block"))
    return [
      .summary(
        "ledger", of: report.faults,
        whole: "\(transfers) in \(blocks): all sums agree, and so does what follows from them",
        remedy: "See all faults with `qix coins verify`. Restore the last good backup with `qix db restore FILE`.")
    ]
  }
}

extension CoinsModule: DoctorChecking {
  /// Looks at the end of the chain only: reading all of it is what `check` does. And at what goodwill is given from.
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] {
    let now = context.clock.now()
    return try database.read { connection in
      try [ledger(in: connection)] + [Goodwill.lack(at: now, in: connection)].compactMap(\.self)
    }
  }

  private static func ledger(in connection: Connection) throws -> Finding {
    let last = try connection.first("SELECT max(transfer) FROM coins_transfers") { $0.integer(0) } ?? 0
    let newest = try connection.first("SELECT max(block) FROM coins_blocks") { $0.integer(0) } ?? 0
    if last == 0, newest == 0 { return .ok("ledger", "empty") }
    guard newest > 0, try isSealed(newest, upTo: last, in: connection) else {
      return .fault(
        "ledger", "its last block and its last transfer don't fit", remedy: "Find out more with `qix coins verify`.")
    }
    return .ok("ledger", "\(last.counted("transfer")), sealed in \(newest.counted("block"))")
  }

  /// Whether a block ends with a transfer and fits the blocks before it.
  private static func isSealed(_ number: Int64, upTo transfer: Int64, in connection: Connection) throws -> Bool {
    do {
      let block = try Proof.block(number, in: connection)
      let previous = try Chain.hash(of: number - 1, in: connection)
      let skip = try Chain.hash(of: Block.skipTarget(of: number), in: connection)
      return try block.firstTransfer &+ block.transfers == transfer &+ 1
        && block.hash(previous: previous, skip: skip) == Chain.hash(of: number, in: connection)
    } catch StorageError.corrupt {
      return false
    }
  }
}
