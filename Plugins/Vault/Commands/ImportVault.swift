internal import QixAge
internal import QixCrypto
internal import QixModule
internal import VaultContract

/// `qix vault import`
struct ImportVault: Command {
  static let declaration = Declaration(
    "import", "Import the secrets of an export into the vault: all or none.", roles: .adminsOnly,
    discussion: """
      An existing item with the same secret stays as it is. With --on-conflict replace, a different secret becomes a \
      new version. If a line can't be imported, qix lists all such lines and imports nothing.

      If there is no vault yet, such as on a new machine after a restore, qix makes one first. As with `qix vault \
      init`, --key-file or --passphrase-file opens it, or qix asks for a passphrase.
      """,
    examples: [
      Example("qix vault import vault.age --identity-file key.txt", "encrypted to an identity"),
      Example("qix vault import vault.age --dry-run", "asks for the passphrase, and changes nothing"),
      Example(
        "qix vault import vault.age --identity-file key.txt --key-file /etc/qix/vault.key",
        """
        on a new machine: makes the vault
        """
      ),
    ],
    answer: AnswerShape("vault.import/1", fields), effect: .changes)

  private static let fields: [Field<(counts: Counts, vault: VaultID?)>] = [
    Field("added", .integer) { $0.counts.added },
    Field("replaced", .integer, "given a new version") { $0.counts.replaced },
    Field("same", .integer, "there already") { $0.counts.same },
    Field("skipped", .integer, "left as they are") { $0.counts.skipped },
    Field(optional: "vault", .id) { $0.vault },
  ]

  @Positional("file", .file, "An export") private var path: String
  @Option(
    "on-conflict", .choice(["fail", "skip", "replace"]), "If an item exists with another secret",
    default: "fail")
  private var rule: String
  @Flag("force", "With replace: keys of modules too; data encrypted with them is lost") private var force: Bool
  private let identity = SecretOption(
    SecretInput("identity", "the age identity that opens the export", limit: 65_536, takesStandardInput: false))
  private let passphrase = SecretOption(ExportVault.passphrase)
  private let opener = NewVaultOptions()

  func check() throws {
    try opener.check()
    if try identity.source().isNamed, try passphrase.source().isNamed {
      throw UsageError("an identity and a passphrase can't both be given", hint: "Give one of them.")
    }
  }

  func run(in context: Context) throws -> Document {
    let isThere = try context.database.read { try Header.read(in: $0) } != nil
    if isThere, opener.isNamed { throw VaultError.exists }
    let opened = isThere ? try OpenVault(context) : nil
    let file = try context.face.keptInput(from: path).readToEnd(limit: 1 << 30)
    let content = try decrypt(file, in: context)
    let items = try Self.read(content)
    let (new, result): (NewVault?, Counts)
    if let opened {
      (new, result) = (nil, try bring(items, in: context) { try VaultState(opened, in: $0) })
    } else {
      let vault = try opener.vault(in: context)
      (new, result) = (vault, try vault.keep { try bring(items, in: context, into: vault.begin) })
    }
    let made = context.isDryRun ? nil : new
    var document = Document("vault.import/1", Self.fields, of: (counts: result, vault: made?.header.vault))
    if let made, made.makesFile { document.note(NewVault.keepTheKeyFile) }
    document.next("`qix vault verify`")
    return document
  }

  /// Tells a file of another kind, which is a wrong argument, from a damaged export.
  private func decrypt(_ file: [UInt8], in context: Context) throws -> SecretBytes {
    let beginnings = ["age-encryption.org/", "-----BEGIN AGE"].map { Array($0.utf8) }
    let text = file.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard beginnings.contains(where: { text.starts(with: $0) }) else {
      throw VaultError.malformed(
        "\(path) is not a vault export", hint: "An export is an age file, made by `qix vault export FILE`.")
    }
    return try AgeFile.decrypt(file, with: keys(in: context))
  }

  private func keys(in context: Context) throws -> [any AgeUnwrapping] {
    if identity.isNamed { return try AgeIdentity.all(in: context.face.secret(identity.source())) }
    return [AgePassphrase(try context.face.secret(passphrase.source()))]
  }

  /// - Throws: `VaultError.malformed` that names each line at fault.
  private static func read(_ content: borrowing SecretBytes) throws -> [ImportedItem] {
    var items: [ImportedItem] = []
    var faults = ImportFaults()
    var expected: Int64?
    try content.withUnsafeBytes { bytes in
      for (index, part) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
        let text = UnsafeRawBufferPointer(rebasing: part)
        if index == 0 {
          let first = try? JSONValue(parsing: text)
          guard first?["format"]?.string == ExportFormat.name else {
            throw VaultError.malformed(
              "this is not a vault export, or it has another version", hint: "Its first line names the format.")
          }
          expected = first?["items"]?.integer
          continue
        }
        do {
          items.append(try ImportedItem(text, line: index + 1))
        } catch VaultError.malformed(let what, _) {
          faults.add(index + 1, what)
        }
      }
    }
    guard let expected else { throw VaultError.malformed("the file is empty", hint: nil) }
    try faults.throwIfAny()
    guard expected == items.count else {
      throw VaultError.malformed(
        "the file has \(items.count.counted("item")), but its first line says \(expected)", hint: nil)
    }
    return items
  }

  private struct Counts: Sendable {
    var added: Int64 = 0
    var replaced: Int64 = 0
    var same: Int64 = 0
    var skipped: Int64 = 0
  }

  private func bring(
    _ items: [ImportedItem], in context: Context, into state: (Connection) throws -> VaultState
  ) throws -> Counts {
    try context.change("vault.import", subject: items.count.counted("item")) { connection, _ in
      var state = try state(connection)
      return try put(items, into: &state)
    }
  }

  private func put(_ items: [ImportedItem], into state: inout VaultState) throws -> Counts {
    var counts = Counts()
    var faults = ImportFaults()
    var seen: Set<[UInt8]> = []
    let kept = Int(try state.connection.value(of: VaultSettings.keptVersions))
    for item in items {
      guard seen.insert(state.vault.nameHash(service: item.names.service, account: item.names.account)).inserted else {
        faults.add(item.line, "an earlier line has the same service and account")
        continue
      }
      guard var record = try state.find(service: item.names.service, account: item.names.account) else {
        _ = try state.insert(item.names, item.itemClass, item.secret)
        counts.added += 1
        continue
      }
      if record.itemClass == item.itemClass, try state.secret(of: record) == item.secret {
        counts.same += 1
      } else if rule == "skip" {
        counts.skipped += 1
      } else if let problem = problem(item, record) {
        faults.add(item.line, problem, isConflict: true)
      } else {
        try state.update(&record, item.names, item.secret, keeping: kept)
        counts.replaced += 1
      }
    }
    try faults.throwIfAny()
    if counts.added + counts.replaced > 0 { try state.commit() }
    return counts
  }

  private func problem(_ item: ImportedItem, _ record: ItemRecord) -> String? {
    if rule == "fail" { return "the item already exists with another secret" }
    if record.itemClass != item.itemClass { return "the item already exists with another class" }
    if item.names.isOfModule, !force { return "it is a module's key, and that module has another one here" }
    return nil
  }
}

/// Faults in the lines of an import.
private struct ImportFaults {
  private var lines: [String] = []
  private var count = 0
  /// Whether a line is nothing but well formed, and at odds with what is in the vault.
  private var isConflict = true
  private static let shown = 10

  mutating func add(_ line: Int, _ what: String, isConflict: Bool = false) {
    count += 1
    if !isConflict { self.isConflict = false }
    if count <= Self.shown { lines.append("line \(line): \(what)") }
  }

  func throwIfAny() throws {
    guard count > 0 else { return }
    let more = count > Self.shown ? "; and \(count - Self.shown) more" : ""
    let what = "nothing was imported: \(lines.joined(separator: "; "))\(more)"
    guard isConflict else {
      throw VaultError.malformed(what, hint: "Fix or remove these lines of the export.")
    }
    throw VaultError.conflict(
      what,
      hint: "To accept items that already exist, use --on-conflict skip or --on-conflict replace.")
  }
}
