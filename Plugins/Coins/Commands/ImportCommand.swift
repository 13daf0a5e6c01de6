internal import CoinsContract
internal import QixBatch
internal import QixModule

/// `qix coins import`
struct ImportCommand: Command {
  static let declaration = Declaration(
    "import", "Bring balances over from another system, from a file.", roles: .adminsOnly,
    discussion: """
      The file is that of `qix coins issue`: user, amount, and where they are there key, expires, at, reason. The \
      transfers are of a kind of their own, so that reports tell what was brought over from what was granted.
      """,
    examples: [
      Example(
        "qix coins import --file data/examples/balances.csv --create-users --reason \"from the old system\"",
        "all balances")
    ],
    answer: .batch | .approval, effect: .changes, grants: true)

  @Option("expires", .expiry, "When the coins expire, where a line doesn't say") private var expires: Expiry?
  private let batch = BatchOptions()

  func run(in context: Context) throws -> Document {
    let file = try batch.required()
    return try batch.run(file, "import", columns: GrantLines.columns, in: context) { _, shape in
      GrantLines(.import, from: .issuer, expires: expires, reason: context.invocation.reason, shape: shape)
    }
  }
}
