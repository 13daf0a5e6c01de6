internal import QixCrypto
internal import QixModule
internal import VaultContract

/// Looks for what opens the vault, in this order: the agent; the systemd credential `qix-vault`; the key file that
/// `QIX_VAULT_KEY_FILE` names; the one that the setting `vault.key-file` names; the passphrase, where there is a
/// terminal to ask on.
struct VaultOpening {
  static let keyFileVariable = "QIX_VAULT_KEY_FILE"
  static let credential = "qix-vault"

  let context: Context
  /// The database whose setting names the key file; nil for the context's. A backup may be checked without one.
  var database: Database?

  /// The vault's header, from a read transaction of its own.
  /// - Throws: `VaultError.absent`, `.missing`.
  func header() throws -> Header {
    try context.database.read { try Self.header(context.registry, in: $0) }
  }

  /// - Throws: `VaultError.absent`, `.missing`.
  static func header(_ registry: Registry, in connection: Connection) throws -> Header {
    if let header = try Header.read(in: connection) { return header }
    throw try FormerVault(registry, in: connection) == nil ? VaultError.absent : VaultError.missing
  }

  /// Opens the vault with what is at hand.
  /// - Throws: `VaultError.locked` when nothing opens it.
  func open() throws -> any KeyCustodian {
    let header = try header()
    if let agent = try AgentOpening.custodian(for: header, in: context) { return agent }
    return try locally(header)
  }

  /// The master key in this process, for what changes slots or master key.
  /// - Throws: `VaultError.needsKey` when only the agent could open it.
  func openLocally() throws -> LocalCustodian {
    let header = try header()
    do {
      return try locally(header)
    } catch VaultError.locked {
      throw try AgentOpening.isOpen(header, in: context) ? VaultError.needsKey : VaultError.locked
    }
  }

  /// If the key file that is set can't be read, a person can still give the passphrase.
  private func locally(_ header: Header) throws -> LocalCustodian {
    do {
      return try withoutAsking(header) ?? asking(header)
    } catch let unusable as VaultError where unusable.code == "vault.key-file" {
      do {
        return try asking(header)
      } catch VaultError.locked {
        throw unusable
      }
    }
  }

  /// Unlocks with a credential or a key file; nil where none is named.
  func withoutAsking(_ header: Header) throws -> LocalCustodian? {
    // systemd.exec(5), "Credentials": the folder is the service's alone.
    if let folder = context.environment.nonEmpty("CREDENTIALS_DIRECTORY") {
      let file = KeyFile(path: "\(folder)/\(Self.credential)", isCredential: true)
      if file.exists { return try header.unlock(.key(file.read()), random: context.random) }
    }
    guard let (path, source) = try keyFilePath() else { return nil }
    let key: SecretBytes
    do {
      key = try KeyFile(path: path).read()
    } catch VaultError.keyFile(let path, let problem, let hint) {
      // Where it lies is told to those alone who may read the setting.
      throw VaultError.keyFile(
        path: context.principal.mayKnow(.machine) ? path : "the key file",
        problem: "\(problem) (\(source) names it as the vault's key file)",
        hint: hint
          ?? """
          Put the file back, or name another. Until then, `qix vault unlock` opens the vault with a passphrase or \
          identity.
          """
      )
    }
    return try header.unlock(.key(key), random: context.random)
  }

  private func keyFilePath() throws -> (path: String, source: String)? {
    if let path = context.environment.nonEmpty(Self.keyFileVariable) { return (path, Self.keyFileVariable) }
    let path = try (database ?? context.database).read { try $0.value(of: VaultSettings.keyFile) }
    return path.isEmpty ? nil : (path, "the setting \(VaultSettings.keyFile.name)")
  }

  private func asking(_ header: Header) throws -> LocalCustodian {
    guard header.slots.contains(where: { $0.kind == .passphrase }) else { throw VaultError.locked }
    do {
      let passphrase = try context.face.secret(KeyOptions.passphrase.anywhere)
      return try header.unlock(.passphrase(passphrase), random: context.random)
    } catch SecretError.missing {
      throw VaultError.locked
    }
  }
}

/// The settings of the vault.
enum VaultSettings {
  static let keyFile = Setting<String>.text(
    "vault.key-file", .key, "The file whose key opens the vault if no agent runs; empty for none.",
    placeholder: "FILE")
  static let keptVersions = Setting<Int64>.integer(
    "vault.kept-versions", "How many versions of an item are kept, including the current one.", default: 5,
    in: 1...50)
}
