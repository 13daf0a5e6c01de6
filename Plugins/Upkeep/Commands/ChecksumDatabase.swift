internal import QixModule

/// `qix db checksum`
struct ChecksumDatabase: Command {
  static let declaration = Declaration(
    "checksum", "Write the checksums of pages that another SQLite has written without.", roles: .adminsOnly,
    discussion: """
      Another program that opens the database, such as `sqlite3`, may move pages from the log into the file, and knows \
      nothing of their checksums. qix then refuses to read these pages: nothing is known to be damaged, but damage \
      could hide. This command checks all that can be checked, as `qix db check` does, and gives these pages their checksums \
      when everything is whole. A page whose checksum is there and doesn't fit is damaged: then it changes nothing.

      A change made with the other program that contradicts nothing can no longer be told: \
      such rows get their checksums like all others. Found is what the ledger and the audit log contradict: balances, \
      names, mergers of users, rights of tokens, addresses of webhooks, settings, approvals and suspensions; prices, \
      rules, uses of vouchers and sessions it doesn't hold. If you don't trust who did it, restore a backup instead. Open the file with `mode=ro` in other programs.
      """,
    examples: [
      Example("qix db checksum --dry-run", "check everything, and count the pages"),
      Example("qix db checksum --reason 'looked into it with sqlite3'", "write them"),
    ],
    answer: "db.checksum/1: pages integer, without integer", effect: .changes,
    route: .local("it works on the home folder itself"))

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
    var document = Document("db.checksum/1")
    document.field("pages", .integer(sums.pages))
    document.field("without", "without a checksum", .integer(sums.unsummed))
    if !context.isDryRun {
      document.note(sums.unsummed == 0 ? "Every page had its checksum." : "Every page has its checksum again.")
    }
    return document
  }
}
