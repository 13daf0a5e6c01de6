internal import QixModule

/// `qix db checksum`
struct ChecksumDatabase: Command {
  static let declaration = Declaration(
    "checksum", "Add the checksums that another SQLite left out.", roles: .adminsOnly,
    discussion: """
      Another program that opens the database, such as `sqlite3`, may move pages from the log into the file without \
      their checksums. qix then refuses to read these pages, because damage could hide in them. This command checks \
      everything, as `qix db check` does, and adds the checksums if all is whole. A page with a wrong checksum is \
      damaged: then nothing is changed.

      Changes by the other program are found only if the ledger or the audit log contradicts them. That covers \
      balances, names, merged users, rights of tokens, webhook addresses, settings, approvals and suspensions. It \
      doesn't cover prices, rules, voucher uses and sessions. If you don't trust the person who made the changes, \
      restore a backup instead. In other programs, open the file with `mode=ro`.
      """,
    examples: [
      Example("qix db checksum --dry-run", "check everything, and count the pages"),
      Example("qix db checksum --reason 'looked into it with sqlite3'", "write them"),
    ],
    answer: AnswerShape("db.checksum/1", fields), effect: .changes,
    route: .local("it works on the data folder itself"))

  private static let fields: [Field<PageSums>] = [
    Field("pages", .integer) { $0.pages },
    Field("without", .integer, "without a checksum") { $0.unsummed },
  ]

  func run(in context: Context) throws -> Document {
    let findings = try DataCheck(context: context).findings(of: context.database.reader())
    let faults = findings.filter { $0.subject != DataCheck.pageChecksums }.faults
    guard faults.isEmpty else { throw UpkeepError.unsound(what: "the database", faults: faults) }
    let sums = try context.database.ignoringLoss(takingUnsummed: true).sumPages(writing: !context.isDryRun)
    if !context.isDryRun, sums.unsummed > 0 {
      // Over a connection that reads nothing without its checksum.
      try context.database.ignoringSchema().record(
        Change(
          "upkeep.checksum", subject: "\(sums.unsummed) of \(sums.pages) pages", reason: context.invocation.reason),
        at: context.clock.now())
    }
    var document = Document("db.checksum/1", Self.fields, of: sums)
    if !context.isDryRun {
      document.note(sums.unsummed == 0 ? "Every page had its checksum." : "Every page has its checksum again.")
    }
    return document
  }
}
