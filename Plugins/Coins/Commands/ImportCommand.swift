internal import CoinsContract
internal import QixBatch
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix coins import`
struct ImportCommand: OldCommand {
  private static let expires = OldOption("expires", .expiry, "When the coins expire, where a line doesn't say")

  static let declaration = Declaration(
    "import", "Bring balances over from another system, from a file.", roles: .adminsOnly,
    discussion: """
      The file is that of `qix coins issue`: user, amount, and where they are there key, expires, at, reason. The \
      transfers are of a kind of their own, so that reports tell what was brought over from what was granted.
      """,
    parameters: [expires] + BatchOptions.parameters,
    examples: [
      Example("qix coins import --file balances.csv --create-users --reason \"from the old system\"", "all balances")
    ], effect: .changes)

  private let batch: BatchOptions
  private let expires: Expiry?
  private let reason: String?

  init(_ arguments: Arguments) throws {
    guard let batch = try BatchOptions(arguments, columns: GrantLines.columns, excluding: []) else {
      throw UsageError("say which file to read: --file FILE", hint: "`--file -` reads standard input.")
    }
    self.batch = batch
    expires = arguments[Self.expires]
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    try batch.run("import", in: context) { _ in
      GrantLines(.import, from: .issuer, expires: expires, reason: reason, shape: batch.shape)
    }
  }
}
