internal import QixCrypto
internal import QixModule
internal import VaultContract

/// `qix vault verify`
struct VerifyVault: Command {
  static let declaration = Declaration(
    "verify", "Read the whole vault, and check that nothing was altered.", roles: [.operator, .auditor],
    discussion: """
      Opens every item and recomputes the manifest. This finds rows that were changed, swapped, removed, added or set \
      back. If the whole database was set back, only a count of changes noted earlier shows it.
      """,
    examples: [Example("qix vault verify", "no secret is printed")],
    answer: AnswerShape("vault.verify/1", fields), isCheck: true)

  private static let fields: [Field<VaultCheck>] = [
    Field("items", .integer) { $0.items },
    Field("versions", .integer) { $0.versions },
    Field("changes", .integer) { $0.counter },
    Field("digest", .text) { Hexadecimal.encode($0.digest) },
    Field("faults", .count) { $0.faults.count },
  ]

  func run(in context: Context) throws -> Document {
    let vault = try OpenVault(context)
    let check = try context.database.read { try VaultCheck.run(vault, in: $0) }
    var document = Document("vault.verify/1", Self.fields, of: check)
    for fault in check.faults.dropFirst().prefix(20) { document.warn("\(fault)") }
    document.failure = check.faults.first.map { VaultError.damaged($0) }
    return document
  }
}
