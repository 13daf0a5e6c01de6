internal import Glibc
internal import QixCrypto
internal import QixModule
internal import VaultContract

/// The options that say what is to open a vault which is made.
struct NewVaultOptions {
  private let passphrase = SecretOption(KeyOptions.passphrase)
  @Option(
    "key-file", .output(.irreplaceable), "A file whose 32 bytes open the vault; made if missing")
  private var keyFile: String?
  private let cost = PassphraseCost()

  /// Whether the command line names what is to open it.
  var isNamed: Bool { passphrase.isNamed || keyFile != nil }

  func check() throws(UsageError) { _ = try passphrase.source() }

  /// A vault that opens with what is named, or else with a passphrase that is asked for. The key file is made if it is
  /// missing, but for a dry run.
  func vault(in context: Context) throws -> NewVault {
    let vault = NewVault(keyFile: keyFile, in: context)
    if passphrase.isNamed || keyFile == nil {
      try vault.add(
        NewSlot(passphrase: context.face.newSecret(passphrase.source()), cost: cost.cost(), random: context.random))
    }
    try vault.addKeyFile()
    return vault
  }
}

/// A vault that this home is to get.
final class NewVault {
  private(set) var header: Header
  let keyFile: String?
  /// Whether the key file was missing.
  let makesFile: Bool
  private let master: SecretBytes
  private let context: Context

  init(keyFile: String?, in context: Context) {
    let now = context.clock.now()
    var generator = IdentifierGenerator(random: context.random)
    let vault: VaultID = generator.next(at: now)
    master = SecretBytes.random(count: SecretBox.keySize, from: context.random)
    header = Header(
      vault: vault, generation: 1, commitment: KeyWrap.commitment(to: master, vault: vault, generation: 1),
      created: now, rotated: now, slots: [])
    self.keyFile = keyFile
    makesFile = keyFile.map { !KeyFile(path: $0).exists } ?? false
    self.context = context
  }

  fileprivate func add(_ slot: consuming NewSlot) throws {
    let number = Int64(header.slots.count + 1)
    header.slots.append(
      try slot.slot(number, holding: master, of: header, at: header.created, random: context.random))
  }

  fileprivate func addKeyFile() throws {
    guard let file = keyFile.map({ KeyFile(path: $0) }), !makesFile || !context.isDryRun else { return }
    try add(NewSlot(key: makesFile ? file.make(random: context.random) : file.read(), kind: .keyFile))
  }

  /// Puts it into the home, empty.
  func begin(in connection: Connection) throws -> VaultState {
    guard try Header.read(in: connection) == nil else { throw VaultError.exists }
    let open = try OpenVault(
      LocalCustodian(master.copy(), vault: header.vault, generation: 1, random: context.random), clock: context.clock,
      random: context.random)
    var state = VaultState(new: open, header, in: connection)
    try state.replace(header, under: master)
    if let keyFile {
      let author = SettingAuthor(name: context.database.actor, at: context.clock.now())
      let path = try context.isDryRun ? keyFile : Self.absolute(keyFile)
      try connection.set(VaultSettings.keyFile, to: path, by: author)
    }
    try state.commit()
    return state
  }

  static let keepTheKeyFile: Sentence = "The key file was made. Keep a copy of it apart from the data's backups."

  /// Runs what makes the vault; where that fails, a key file that was made for it goes too.
  func keep<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      // A key that opens nothing would only be taken for one that does.
      if makesFile, let keyFile { unlink(keyFile) }
      throw error
    }
  }

  /// A path that means the same whatever folder a command is started in.
  static func absolute(_ path: String) throws -> String {
    guard let resolved = realpath(path, nil) else {
      throw VaultError.keyFile(path: path, problem: String(cString: strerror(errno)), hint: nil)
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
