internal import QixCrypto
internal import QixModule

/// `qix audit verify`
struct VerifyAudit: Command {
  static let declaration = Declaration(
    "verify", "Check that no audit log entry was changed or removed.", roles: [.auditor],
    discussion: """
      Each entry's hash covers the entry before it, so any change shows. Someone with write access to the file could \
      recompute the whole chain, or cut off its end. To notice that, keep the number of entries and the last hash \
      (head) elsewhere.
      """,
    examples: [Example("qix audit verify", "recompute the chain")],
    answer: AnswerShape("audit.verify/1", fields), isCheck: true)

  private static let fields: [Field<AuditLog.Verification>] = [
    Field("whole", .boolean) { $0.firstFault == nil },
    Field("entries", .integer, "intact entries") { $0.entries },
    Field("head", .text) { Hexadecimal.encode($0.head) },
  ]

  func run(in context: Context) throws -> Document {
    let found = try context.database.read { try AuditLog.verify(in: $0) }
    var document = Document("audit.verify/1", Self.fields, of: found)
    if let fault = found.firstFault {
      document.failure = UpkeepError.unsound(
        what: "the audit log", faults: ["entry \(fault) was altered, or one before it is missing"])
    }
    return document
  }
}
