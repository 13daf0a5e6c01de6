internal import QixCrypto
internal import QixModule

/// `qix audit verify`
struct VerifyAudit: Command {
  static let declaration = Declaration(
    "verify", "Check that no entry of the audit log was changed or taken out.", roles: [.auditor],
    discussion: """
      Each entry's hash covers the entry before it, so a change to any of them shows in that one. One who can write \
      to the file could compute the whole chain again, or cut off its end: keep the number of entries and the last hash \
      (its head) elsewhere to notice that.
      """,
    examples: [Example("qix audit verify", "recompute the chain")],
    answer: "audit.verify/1: whole boolean, entries integer, head text")

  func run(in context: Context) throws -> Document {
    let found = try context.database.read { try AuditLog.verify(in: $0) }
    var document = Document("audit.verify/1")
    document.field("whole", .boolean(found.firstFault == nil))
    document.field("entries", "entries that fit", .integer(found.entries))
    document.field("head", .text(Hexadecimal.encode(found.head)))
    if let fault = found.firstFault {
      document.failure = UpkeepError.unsound(
        what: "the audit log", faults: ["entry \(fault) is not what was written, or one before it is missing"])
    }
    return document
  }
}
