internal import CProcess
internal import Glibc
internal import QixCrypto
internal import QixModule
internal import VaultContract

/// `qix vault run`
struct RunProgram: Command {
  static let declaration = Declaration(
    "run", "Run a program with secrets in its environment.", roles: .adminsOnly,
    discussion: """
      If an environment variable is a reference, qix://vault/SERVICE/ACCOUNT, the program gets the secret instead. In \
      services and accounts, write characters other than letters, digits and - . _ ~ as %41. The items' access lists \
      must name run: `qix vault allow SERVICE ACCOUNT --reader run`.

      The program replaces qix: same process, same signals, its own exit code. Write -- before the program, so that \
      qix doesn't read its options. References in arguments are not replaced, because everyone can see arguments.

      A process's environment is readable by its user and root, and passes to the programs it starts. With --file, the \
      secret is in an unnamed file in memory. Only processes that were given the file can open it.

      Only the owner of the data folder may run this, and the program runs as that user. Each run is in the audit log, \
      even one without secrets.
      """,
    examples: [
      Example(
        "SMTP_PASSWORD=qix://vault/smtp/mailer@example.org qix vault run -- sh -c 'echo \"${#SMTP_PASSWORD} letters\"'",
        "a password in a variable"),
      Example(
        "qix vault run --file KEY=qix://vault/firebase/push -- sh -c 'wc -c < $KEY'", "a key in a file in memory"),
    ], effect: .discloses, isForOwner: true)

  @Option(
    "file", .text, placeholder: "NAME=REFERENCE", "Set NAME to the path of a file that holds the secret")
  private var files: [String]
  @Positional("word", .text, "The program and its arguments", isRequired: true) private var words: [String]

  func check() throws { _ = try filesWithSecrets() }

  private func filesWithSecrets() throws -> [EnvironmentVariable] {
    try files.map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw UsageError("--file is written NAME=qix://vault/SERVICE/ACCOUNT")
      }
      guard let reference = try SecretReference(parts[1], of: parts[0]) else {
        throw SecretReference.malformed(parts[0])
      }
      return EnvironmentVariable(name: parts[0], value: .file(reference))
    }
  }

  func run(in context: Context) throws -> Printed {
    let files = try filesWithSecrets()
    var variables = try EnvironmentVariable.all().filter { variable in !files.contains { $0.name == variable.name } }
    variables += files
    let secrets = try secrets(of: Set(variables.compactMap(\.reference)), in: context)
    var lines: [EnvironmentLine] = []
    for variable in variables {
      switch variable.value {
      case .plain(let line): lines.append(EnvironmentLine(plain: line))
      case .secret(let reference):
        guard let secret = secrets[reference] else { continue }
        lines.append(try EnvironmentLine(name: variable.name, secret: secret.bytes))
      case .file(let reference):
        guard let secret = secrets[reference] else { continue }
        lines.append(try EnvironmentLine(name: variable.name, file: secret.bytes))
      }
    }
    try execute(lines)
  }

  /// All secrets or none, and an entry in the audit log for each, or one that there were none, before anything runs.
  private func secrets(of references: Set<SecretReference>, in context: Context) throws -> [SecretReference: Secret] {
    guard !references.isEmpty else {
      try context.database.record(Change("vault.run", subject: "0 items"), at: context.clock.now())
      return [:]
    }
    let vault = try OpenVault(context)
    let found = try context.database.read { connection in
      var state = try VaultState(vault, in: connection)
      var found: [(reference: SecretReference, secret: Secret)] = []
      for reference in references {
        let (record, names) = try state.require(service: reference.service, account: reference.account)
        guard names.readers.contains(ReaderOption.run) else {
          connection.recordAfterwards(Change("vault.denied", subject: "\(record.id) \(ReaderOption.run)"))
          throw VaultError.denied(reader: ReaderOption.run)
        }
        found.append((reference, Secret(id: record.id, bytes: try state.secret(of: record))))
      }
      return found
    }
    for item in found.map(\.secret).sorted(by: { $0.id < $1.id }) {
      try context.database.record(Change("vault.run", subject: "\(item.id)"), at: context.clock.now())
    }
    return Dictionary(uniqueKeysWithValues: found.map { ($0.reference, $0.secret) })
  }

  /// Becomes the program.
  private func execute(_ lines: [EnvironmentLine]) throws -> Never {
    // Ignored signals stay ignored across exec; only qix has reason to ignore them.
    IgnoredSignals.restore()
    let arguments = words.map { strdup($0) } + [nil]
    let environment = lines.map { Optional($0.pointer) } + [nil]
    _ = withExtendedLifetime(lines) { qix_execute(words[0], arguments, environment) }
    let reason = errno
    IgnoredSignals.ignore()
    // Its name is not repeated: it is what the person has just typed.
    throw Failure(
      "vault.run", reason == ENOENT ? .notFound : .failed,
      "the program can't be run: \(String(cString: strerror(reason)))",
      hint: "Nothing was run. Write the program and its arguments after --.")
  }

  /// A secret on its way out of a transaction.
  private final class Secret: Sendable {
    let id: ItemID
    let bytes: SecretBytes

    init(id: ItemID, bytes: consuming SecretBytes) {
      self.id = id
      self.bytes = bytes
    }
  }
}
