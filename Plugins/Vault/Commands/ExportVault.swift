internal import QixAge
internal import QixCrypto
internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VaultContract

/// `qix vault export`
struct ExportVault: OldCommand {
  private static let file = OldPositional(
    "file", .output(.secret), "Where to write it; - for standard output, in ASCII")
  private static let recipients = OldRepeatedOption(
    "recipient", .text, placeholder: "AGE1…", "Whose age identity opens it; without any, a passphrase does")
  private static let armor = OldFlag("armor", "In ASCII, for mail and paper")
  static let passphrase = SecretInput(
    "export-passphrase", "the passphrase of the export", label: "Passphrase of the export", limit: 1_024,
    takesStandardInput: false)

  static let declaration = Declaration(
    "export", "Write every secret into one encrypted file, to be kept apart.", roles: .adminsOnly,
    discussion: """
      The file is in the age format, version 1: `age --decrypt` opens it too. It holds the current version of every \
      item, keys of modules among them, as JSON Lines (Plugins/Vault/README.md). Backups of the database leave the \
      vault out, so this is what brings the secrets back. That it was made is kept in the audit log.
      """,
    parameters: [file, recipients] + passphrase.parameters + [armor, OutputKind.force],
    examples: [
      Example(
        "qix vault export vault.age --recipient age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
        "for whoever has the identity"),
      Example("qix vault export vault.age", "asks for a passphrase"),
    ], effect: .changes)

  private let path: String
  private let recipients: [String]
  private let source: SecretSource
  private let isArmored: Bool
  private let replaces: Bool
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    path = try arguments.require(Self.file)
    recipients = arguments[Self.recipients]
    source = try arguments.source(of: Self.passphrase)
    isArmored = arguments[Self.armor]
    replaces = arguments[OutputKind.force]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
    if source.isNamed, !recipients.isEmpty {
      throw UsageError("an export is for recipients or has a passphrase", hint: "Give one of them.")
    }
  }

  func run(in context: Context) throws {
    let keys = try recipients.map { try AgeRecipient($0) as any AgeWrapping }
    if path != "-" { try NewFile.requirePlace(path, replacing: replaces) }
    let vault = try OpenVault(context)
    guard !isDryRun else {
      let (_, count) = try context.database.read { connection in try Self.lines(vault, in: connection) }
      try answer(items: count, bytes: nil, in: context.terminal)
      return context.terminal.note("Every secret can be read. Nothing was written.")
    }
    let wrapping = try keys.isEmpty ? [AgePassphrase(context.terminal.newSecret(source))] : keys
    let (lines, count) = try context.database.read { connection in try Self.lines(vault, in: connection) }
    try context.database.record(
      Change("vault.export", subject: "\(vault.id) \(count.counted("item"))", reason: reason), at: context.clock.now())
    if path == "-" {
      let text = try AgeFile.encrypt(lines.joined, for: wrapping, form: .armored, random: context.random)
      return try context.terminal.write(String(decoding: text, as: UTF8.self))
    }
    let bytes = try AgeFile.encrypt(
      lines.joined, for: wrapping, form: isArmored ? .armored : .binary, random: context.random)
    try NewFile.write(to: path, replacing: replaces) { file in try bytes.withUnsafeBytes(file.write) }
    try answer(items: count, bytes: Int64(bytes.count), in: context.terminal)
    context.terminal.note("Keep it where the database's backups are not. Try it: `qix vault import \(path) --dry-run`.")
  }

  /// - Parameter bytes: nil where nothing was written.
  private func answer(items: Int64, bytes: Int64?, in terminal: Terminal) throws {
    var document = Document("vault.export/1")
    if bytes != nil { document.primary = path }
    document.field("file", "file", .text(path))
    document.field("items", "items", .integer(items))
    document.field("bytes", "bytes", bytes.map(Cell.integer) ?? .missing)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try terminal.emit(document)
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
