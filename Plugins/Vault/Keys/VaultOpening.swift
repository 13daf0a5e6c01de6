internal import QixCrypto
internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VaultContract

/// Looks for what opens the vault, in this order: the agent; the systemd credential `qix-vault`; the key file that
/// `QIX_VAULT_KEY_FILE` names; the one that the setting `vault.key-file` names; the passphrase, where there is a
/// terminal to ask on.
struct VaultOpening {
  static let keyFileVariable = "QIX_VAULT_KEY_FILE"
  static let credential = "qix-vault"

  let context: Context

  /// The vault's header, from a read transaction of its own.
  /// - Throws: `VaultError.absent`.
  func header() throws -> Header {
    guard let header = try context.database.read({ try Header.read(in: $0) }) else { throw VaultError.absent }
    return header
  }

  /// What holds the master key.
  /// - Throws: `VaultError.locked` when nothing opens it.
  func open() throws -> any KeyCustodian {
    let header = try header()
    if let agent = try AgentOpening.custodian(for: header, in: context) { return agent }
    if let local = try withoutAsking(header) { return local }
    return try asking(header)
  }

  /// The master key in this process, for what changes slots or master key.
  func openLocally() throws -> LocalCustodian {
    let header = try header()
    return try withoutAsking(header) ?? asking(header)
  }

  /// From a credential or a key file; nil where nobody names one.
  func withoutAsking(_ header: Header) throws -> LocalCustodian? {
    // systemd.exec(5), "Credentials": the folder is the service's alone.
    if let folder = context.environment.nonEmpty("CREDENTIALS_DIRECTORY") {
      let file = KeyFile(path: "\(folder)/\(Self.credential)", isCredential: true)
      if file.exists { return try header.unlock(.key(file.read()), random: context.random) }
    }
    if let path = try keyFilePath() {
      return try header.unlock(.key(KeyFile(path: path).read()), random: context.random)
    }
    return nil
  }

  private func keyFilePath() throws -> String? {
    if let path = context.environment.nonEmpty(Self.keyFileVariable) { return path }
    let path = try context.database.read { try $0.value(of: VaultSettings.keyFile) }
    return path.isEmpty ? nil : path
  }

  private func asking(_ header: Header) throws -> LocalCustodian {
    guard header.slots.contains(where: { $0.kind == .passphrase }) else { throw VaultError.locked }
    do {
      let passphrase = try context.terminal.secret(KeyOptions.passphrase.anywhere)
      return try header.unlock(.passphrase(passphrase), random: context.random)
    } catch SecretError.missing {
      throw VaultError.locked
    }
  }
}

/// What operators decide about the vault.
enum VaultSettings {
  static let keyFile = Setting<String>.text(
    "vault.key-file", "The file whose key opens the vault, where no agent does; empty for none.", placeholder: "FILE")
  static let keptVersions = Setting<Int64>.integer(
    "vault.kept-versions", "How many versions of an item are kept, the current one among them.", default: 5,
    in: 1...50)
}
