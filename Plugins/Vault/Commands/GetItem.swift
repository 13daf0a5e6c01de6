internal import QixCrypto
internal import QixModule
internal import VaultContract

/// `qix vault get`
struct GetItem: Command {
  static let declaration = Declaration(
    "get", "Print a secret: to a pipe or a file, on a terminal only with --reveal.", roles: .adminsOnly,
    discussion: """
      Prints exactly the stored bytes, without a newline. The read is kept in the audit log.
      """,
    examples: [
      Example("qix vault get smtp mailer@example.org > password.txt", "into a program"),
      Example("qix vault get database qix --reveal", "on the screen"),
      Example("qix vault get tls example.org > tls.pem", "into a file"),
    ], effect: .discloses)

  private let item = ItemNamed()
  @Option(
    "version-number", .integer(in: 1...Int64.max), placeholder: "N", "An earlier version, if it is still kept")
  private var version: Int64?
  private let reveal = RevealFlag()
  @Flag("force", "Print it even if a module made this key for itself") private var force: Bool

  func run(in context: Context) throws -> Printed {
    guard context.face.isForPeople else {
      throw UsageError(
        "`qix vault get` prints only the bytes of the secret",
        hint: "Leave --json, --tsv and --csv out. `qix vault list --json` describes items.")
    }
    try context.face.requireSecretOutput(isRevealed: reveal.isGiven)
    let vault = try OpenVault(context)
    let found = try context.database.read { connection in
      var state = try VaultState(vault, in: connection)
      let (record, names) = try item.require(in: &state)
      guard force || !names.isOfModule else {
        throw VaultError.refused(
          "a module made this key for itself, and people don't need it",
          hint: "`qix vault export` saves it with all others. --force prints it.")
      }
      return Found(id: record.id, secret: try state.secret(of: record, version: version))
    }
    // Written down before it is seen.
    try context.database.record(Change("vault.read", subject: "\(found.id)"), at: context.clock.now())
    try context.face.writeSecret(found.secret, isRevealed: reveal.isGiven)
    return Printed()
  }

  /// A secret on its way out of a transaction.
  private final class Found: Sendable {
    let id: ItemID
    let secret: SecretBytes

    init(id: ItemID, secret: consuming SecretBytes) {
      self.id = id
      self.secret = secret
    }
  }
}
