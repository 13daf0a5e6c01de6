internal import CoinsContract
internal import QixBatch
internal import QixModule

/// `qix coins import`
struct ImportCommand: Command {
  static let declaration = Declaration(
    "import", "Bring balances over from another system, from a file.", roles: .adminsOnly,
    discussion: """
      The file is like that of `qix coins issue`: user and amount, with optional key, expires, at and reason. The \
      transfers have a kind of their own, so reports separate imported from granted coins.
      """,
    examples: [
      Example(
        "qix coins import --file data/examples/balances.csv --create-users --reason \"from the old system\"",
        "all balances")
    ],
    answer: .batch | .approval, effect: .changes, grants: true)

  @Option("expires", .expiry, "When the coins expire, if a line doesn't say") private var expires: Expiry?
  private let batch = BatchOptions()

  func run(in context: Context) throws -> Document {
    let file = try batch.required()
    return try batch.run(file, "import", columns: GrantLines.columns, in: context) { _, shape in
      GrantLines(.import, from: .issuer, expires: expires, reason: context.invocation.reason, shape: shape)
    }
  }
}
