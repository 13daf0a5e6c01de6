internal import QixCrypto
internal import QixModule

/// The place that a token is written to, once: a new file, a pipe, a terminal where that was asked for, or the answer of a
/// request.
struct TokenOutput {
  @Option("output", .output(.irreplaceable), "Write the token into this new file, readable only by you (mode 600)")
  private var path: String?
  private let reveal = RevealFlag()

  func check() throws(UsageError) {
    if path == "-" { throw UsageError("--output names a file", hint: "Leave it out to write to a pipe.") }
  }

  /// Makes sure, before there is a token, that it can be handed over.
  func prepare(in context: Context) throws {
    guard path == nil, !context.isDryRun, !context.face.answersSecrets else { return }
    guard context.face.isForPeople else {
      throw UsageError(
        "a token is not printed as data", hint: "Give --output FILE: the token goes into the file, the rest is printed."
      )
    }
    try context.face.requireSecretOutput(isRevealed: reveal.isGiven)
  }

  /// Makes a secret, stores its digest and hands it over.
  ///
  /// A file is written before the token is stored, and removed when it isn't. What no file takes is written as the last
  /// step of the transaction: a token that can't be written is not stored, and an old one stays valid then.
  /// - Parameter store: stores the digest, and returns the token as it is then.
  func issue(
    _ id: TokenID, _ role: Role, as action: String, of subject: String, schema: String, in context: Context,
    _ store: (TokenStore, _ digest: [UInt8]) throws -> Token
  ) throws -> Document {
    let secret = TokenText.make(role, id, random: context.random)
    let digest = secret.withUnsafeBytes { TokenText.digest($0) }
    let file = context.isDryRun ? nil : path.map(TokenFile.init)
    let isAnswered = file == nil && !context.isDryRun && context.face.answersSecrets
    let isPrinted = file == nil && !context.isDryRun && !isAnswered
    try file?.write(secret)
    let token: Token
    do {
      token = try context.change(action, subject: subject) { connection, _ in
        let token = try store(TokenStore(connection), digest)
        if isPrinted { try context.face.writeSecret(secret, isRevealed: reveal.isGiven) }
        return token
      }
    } catch {
      file?.remove()
      throw error
    }
    let seen = (token: token, now: context.clock.now())
    let text = isAnswered ? secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } : nil
    var document = Document(schema, Token.rotated, of: (seen: seen, file: file?.path, secret: text))
    document.holdsSecret = isAnswered
    if !context.isDryRun { document.primary = "\(id)" }
    if isPrinted {
      document.isSilent = true
      document.note(
        """
        Made \(id) for \(role), until \(token.expires). It can't be shown again; keep it in a file of mode 600 and \
        give that file to --as.
        """)
    }
    if let file {
      document.next(
        "`qix --as \(file.path) \(token.firstUse(in: context.program.tree))`. The token can't be shown again")
    }
    return document
  }
}

extension Token {
  /// A command that it may run, which shows that it works; where that takes words that only its user knows, its help.
  fileprivate func firstUse(in tree: CommandTree) -> String {
    guard let scopes else { return "role show \(role)" }
    func words(_ place: CommandTree.Place) -> String { place.path.dropFirst().joined(separator: " ") }
    let open = tree.places.filter { place in
      guard place.isOpen(to: role), let declaration = place.declaration, principal.covers(words(place)) else {
        return false
      }
      return declaration.effect == .reads || !isReadOnly
    }
    let plain = open.first { $0.declaration?.effect == .reads && !$0.forms.contains(where: \.isRequired) }
    return plain.map(words) ?? "\(open.first.map(words) ?? scopes.first ?? "") --help"
  }
}
