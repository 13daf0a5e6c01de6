internal import QixCrypto
internal import QixKernel
internal import QixTerminal

/// What is answered when a secret was made: the secret alone, or where it went, and all the rest about the token.
struct TokenAnswer {
  let token: Token
  let output: TokenOutput
  let schema: String
  let isDryRun: Bool

  /// After the token was stored and handed over.
  func give(in context: Context) throws {
    let terminal = context.terminal
    guard isDryRun || output.path != nil else {
      terminal.note(
        "Made \(token.id) for \(token.role), until \(token.expires). It can't be shown again; keep it in a file of mode "
          + "600 and give that to --as.")
      return
    }
    var document = Document(schema)
    if !isDryRun { document.primary = "\(token.id)" }
    token.describe(in: &document, at: context.clock.now())
    document.field("file", "file", isDryRun ? .missing : output.path.map(Cell.text) ?? .missing)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try terminal.emit(document)
    terminal.note(
      isDryRun
        ? "Nothing was changed."
        : "Next: `qix --as \(output.path ?? "FILE") role show \(token.role)`. The token can't be shown again.")
  }
}
