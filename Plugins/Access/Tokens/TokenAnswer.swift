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
        : "Next: `qix --as \(output.path ?? "FILE") \(firstUse(in: context.program.tree))`. The token can't be shown "
          + "again.")
  }

  /// What the token may run and shows that it works; where that takes words that only its user knows, how to.
  private func firstUse(in tree: CommandTree) -> String {
    guard let scopes = token.scopes else { return "role show \(token.role)" }
    func words(_ place: CommandTree.Place) -> String { place.path.dropFirst().joined(separator: " ") }
    let open = tree.places.filter { place in
      guard place.isOpen(to: token.role), let declaration = place.declaration, token.principal.covers(words(place))
      else { return false }
      return declaration.effect == .reads || !token.isReadOnly
    }
    let plain = open.first { place in
      place.declaration?.effect == .reads && !place.forms.contains(where: \.isRequired)
    }
    if let plain { return words(plain) }
    return "\(open.first.map(words) ?? scopes.first ?? "") --help"
  }
}
