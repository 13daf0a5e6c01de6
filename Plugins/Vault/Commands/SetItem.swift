internal import QixCrypto
internal import QixModule
internal import VaultContract

/// `qix vault set`
struct SetItem: Command {
  static let declaration = Declaration(
    "set", "Store a secret, or a new version of it.", roles: .adminsOnly,
    discussion: """
      On a terminal, qix asks twice for the secret; otherwise it reads standard input, a file or a descriptor. A \
      newline at the end of a password or token is removed. Keys, certificates and notes are kept byte for byte. At \
      most 1 MiB.

      Earlier versions are kept (setting vault.kept-versions); read them with `qix vault get --version-number`. Names \
      and label are encrypted too.
      """,
    examples: [
      Example("qix vault set smtp mailer@example.org --reader messages", "asks for the secret"),
      Example("qix vault set database qix --generate 32", "a new password"),
      Example("qix vault set tls example.org --class certificate --secret-file tls.pem", "a file, byte for byte"),
      Example("pass show push | qix vault set firebase push --class token", "from another program"),
    ],
    answer: AnswerShape("vault.set/1", fields), effect: .changes)

  /// A dry run's item is nil.
  private static let fields: [Field<(item: ItemID?, version: Int64)>] = [
    Field(optional: "item", .id) { $0.item },
    Field("version", .integer) { $0.version },
  ]

  private static func input(isText: Bool) -> SecretInput {
    SecretInput("secret", "the secret", label: "Secret", limit: SizeClass.limit, isText: isText)
  }

  private let item = ItemNamed()
  @Option("class", .itemClass, placeholder: "CLASS", "What kind of secret: password, token, key, certificate or note")
  private var itemClass: ItemClass?
  @Option("label", .text, "A note for people; encrypted like the names") private var label: String?
  private let readers = ReaderOption()
  @Option("generate", .integer(in: 8...1_024), placeholder: "N", "Generate a password of N letters and digits")
  private var generate: Int?
  private let secret = SecretOption(SetItem.input(isText: true))

  func check() throws {
    if try secret.source().isNamed, generate != nil {
      throw UsageError("--generate makes the secret, so no file or descriptor is read", hint: "Give one of them.")
    }
  }

  func run(in context: Context) throws -> Document {
    let wanted = ItemNames(
      service: item.service, account: item.account, label: label ?? "", readers: try readers.readers(in: context))
    try wanted.check()
    try wanted.requireNotOfModule("set")
    // Opened first, so that a person isn't asked for a secret that can't be kept.
    let vault = try OpenVault(context)
    let known = try context.database.read { connection in
      var state = try VaultState(vault, in: connection)
      return try state.find(service: item.service, account: item.account)?.itemClass
    }
    if known == nil { try wanted.checkNew() }
    let secret = try secret(known ?? itemClass ?? .password, in: context)
    return try context.change("vault.set") { connection, change in
      var state = try VaultState(vault, in: connection)
      let record = try put(wanted, secret, into: &state)
      try state.commit()
      change.subject = "\(record.id)"
      let id = context.isDryRun ? nil : record.id
      var document = Document("vault.set/1", Self.fields, of: (item: id, version: record.version))
      document.primary = id.map { "\($0)" }
      document.next("`qix vault get SERVICE ACCOUNT | program`, `qix vault allow SERVICE ACCOUNT --reader MODULE`")
      return document
    }
  }

  private func put(_ wanted: ItemNames, _ secret: borrowing SecretBytes, into state: inout VaultState) throws
    -> ItemRecord
  {
    guard var record = try state.find(service: item.service, account: item.account) else {
      return try state.insert(wanted, itemClass ?? .password, secret)
    }
    if let itemClass, itemClass != record.itemClass {
      throw VaultError.conflict(
        "the item has class \(record.itemClass.name), and an item can't change its class",
        hint: "Remove it first, or use another account.")
    }
    var names = try state.names(of: record)
    names.label = label ?? names.label
    if !wanted.readers.isEmpty { names.readers = wanted.readers }
    let kept = try state.connection.value(of: VaultSettings.keptVersions)
    try state.update(&record, names, secret, keeping: Int(kept))
    return record
  }

  private func secret(_ itemClass: ItemClass, in context: Context) throws -> SecretBytes {
    if let generate { return Password.random(count: generate, from: context.random) }
    let isText = itemClass == .password || itemClass == .token
    return try context.face.newSecret(secret.source(of: Self.input(isText: isText)))
  }
}

/// Passwords for programs, which need not be typed.
enum Password {
  /// Letters and digits, each with the same chance: 5.95 bits a character.
  static func random(count: Int, from random: any RandomSource) -> SecretBytes {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    var password = SecretBytes(count: count)
    var pool = SecretBytes(count: 256)
    var place = pool.count
    password.withUnsafeMutableBytes { password in
      for index in password.indices {
        var byte: UInt8
        repeat {
          if place == pool.count {
            pool.withUnsafeMutableBytes { random.fill($0) }
            place = 0
          }
          byte = pool.withUnsafeBytes { $0[place] }
          place += 1
          // 248 is four times 62; what lies above would make the first letters more frequent.
        } while byte >= 248
        password[index] = alphabet[Int(byte % 62)]
      }
    }
    return password
  }
}
