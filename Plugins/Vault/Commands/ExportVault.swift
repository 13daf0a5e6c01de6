internal import QixAge
internal import QixCrypto
internal import QixModule
internal import VaultContract

/// `qix vault export`
struct ExportVault: Command {
  static let declaration = Declaration(
    "export", "Write every secret into one encrypted file, to keep elsewhere.", roles: .adminsOnly,
    discussion: """
      The file is in the age format, version 1: `age --decrypt` opens it too. It holds the current version of every \
      item, including keys of modules, as JSON Lines (Plugins/Vault/README.md). Database backups leave out the vault, \
      so you need an export to restore the secrets. Each export is in the audit log.

      With --keep, FILE is a folder, and each export is named after its time, such as vault-20270115T020000Z.age. Once \
      the new export is whole, only the newest N stay; other files are not touched.
      """,
    examples: [
      Example(
        "qix vault export vault.age --recipient age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
        "for the holder of the identity"),
      Example("qix vault export vault.age", "asks for a passphrase"),
      Example(
        "qix vault export --keep 14 --quiet --export-passphrase-file /etc/qix/export.passphrase /mnt/backup",
        "each night, from cron: keep the last fourteen"),
    ],
    answer: AnswerShape("vault.export/1", fields), effect: .changes)

  private static let fields: [Field<(file: String, items: Int64, bytes: Int64?, removed: [String]?)>] = [
    Field("file", .text) { $0.file },
    Field("items", .integer) { $0.items },
    Field("bytes", .bytes) { $0.bytes },
    Field(optional: "removed", .texts()) { $0.removed },
  ]

  static let passphrase = SecretInput(
    "export-passphrase", "the passphrase of the export", label: "Passphrase of the export", limit: 1_024,
    takesStandardInput: false)

  @Positional("file", .output(.secret), "Where to write it; - for standard output, in ASCII") private var place: String
  @Option("keep", .integer(in: 1...10_000), placeholder: "N", "Keep the newest N exports in this folder")
  private var keep: Int64?
  @Option(
    "recipient", .text, placeholder: "AGE1…", "A public key whose age identity opens it (default: a passphrase)")
  private var recipients: [String]
  private let passphrase = SecretOption(ExportVault.passphrase)
  @Flag("armor", "Write ASCII, for mail and paper") private var isArmored: Bool
  private let force = ForceFlag()

  func check() throws {
    if keep != nil, force.isGiven { throw UsageError("--force replaces a file, and --keep never does") }
    if keep != nil, place == "-" {
      throw UsageError("--keep is for a folder, and - is standard output", hint: "Name a folder.")
    }
    if try passphrase.source().isNamed, !recipients.isEmpty {
      throw UsageError("an export has recipients or a passphrase, not both", hint: "Give one of them.")
    }
  }

  func run(in context: Context) throws -> Document {
    let folder = keep.map { (folder: BackupFolder(path: place, prefix: "vault-", suffix: ".age"), count: Int($0)) }
    let path = folder?.folder.file(at: context.clock.now()) ?? place
    let keys = try recipients.map { try AgeRecipient($0) as any AgeWrapping }
    if path != "-" { try NewFile.requirePlace(path, replacing: force.isGiven) }
    let vault = try OpenVault(context)
    let needsPassphrase = keys.isEmpty && !context.isDryRun
    let wrapping = try needsPassphrase ? [newPassphrase(in: context)] : keys
    let (lines, count) = try context.database.read { connection in try Self.lines(vault, in: connection) }
    func document(bytes: Int64? = nil, removed: [String]? = nil) -> Document {
      Document("vault.export/1", Self.fields, of: (file: path, items: count, bytes: bytes, removed: removed))
    }
    guard !context.isDryRun else {
      var document = document()
      document.note("Every secret can be read.")
      return document
    }
    try context.database.record(
      Change("vault.export", subject: "\(vault.id) \(count.counted("item"))", reason: context.invocation.reason),
      at: context.clock.now())
    let bytes = try AgeFile.encrypt(
      lines.joined, for: wrapping, form: isArmored || path == "-" ? .armored : .binary, random: context.random)
    if path == "-" {
      try context.face.write(String(decoding: bytes, as: UTF8.self))
      var document = document()
      document.isSilent = true
      return document
    }
    try NewFile.write(to: path, replacing: force.isGiven) { file in try bytes.withUnsafeBytes(file.write) }
    var document = document(
      bytes: Int64(bytes.count), removed: try folder.map { try $0.folder.tidy(keeping: $0.count) })
    document.primary = path
    document.note("Keep the export apart from the database's backups. Try it: `qix vault import \(path) --dry-run`.")
    return document
  }

  private func newPassphrase(in context: Context) throws -> AgePassphrase {
    let secret = try context.face.newSecret(passphrase.source())
    try NewSlot.requireLong(secret)
    return AgePassphrase(secret)
  }

  private static func lines(_ vault: OpenVault, in connection: Connection) throws -> (Lines, Int64) {
    let lines = Lines()
    var state = try VaultState(vault, in: connection)
    lines.add(
      ExportFormat.header(
        vault: vault.id, changes: state.manifest.counter, items: state.manifest.items, at: vault.clock.now()))
    let reader = state
    try state.forEach { record in
      lines.add(ExportFormat.line(record, try reader.names(of: record), try reader.secret(of: record)))
    }
    return (lines, state.manifest.items)
  }
}

/// Secret lines one after another, in protected memory.
///
/// `@unchecked` is safe here: it is filled by one thread, inside one transaction, and then only read.
private final class Lines: @unchecked Sendable {
  private var buffer = SecretBytes(count: 1 << 16)
  private var count = 0

  func add(_ line: borrowing SecretBytes) {
    if count + line.count > buffer.count {
      var larger = SecretBytes(count: max(buffer.count * 2, count + line.count))
      larger.withUnsafeMutableBytes { larger in buffer.withUnsafeBytes { larger.copyMemory(from: $0) } }
      buffer = larger
    }
    let start = count
    buffer.withUnsafeMutableBytes { buffer in
      line.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[start...]).copyMemory(from: $0) }
    }
    count += line.count
  }

  var joined: SecretBytes { buffer.copy(0..<count) }
}
