internal import QixShake

/// `qix product prefix set`
struct SetPrefix: OldCommand {
  static let prefix = OldPositional("prefix", .text, "3 to 12 digits that GTIN-13s of the brand begin with")
  private static let brand = OldOption("brand", .text, placeholder: "BRAND", "The brand", isRequired: true)

  static let declaration = Declaration(
    "set", "Say whose products begin with which digits.", roles: [.operator],
    discussion: """
      Products that are added without a brand get that of the longest prefix that their GTIN-13 begins with. A company \
      prefix is what GS1 has given to a maker; a longer one is one of its brands.
      """,
    parameters: [prefix, brand],
    examples: [Example("qix product prefix set 4006381 --brand Stabilo", "all of one maker's")], effect: .changes)

  private let digits: String
  private let brand: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    digits = try arguments.require(Self.prefix)
    brand = try arguments.require(Self.brand)
    try BrandPrefix.check(digits)
    guard (1...100).contains(brand.count) else { throw ScanShakeError.malformedText("brand", most: 100) }
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    try context.database.write(
      Change("scanshake.prefix-set", subject: digits, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      try connection.run(
        """
        INSERT INTO scanshake_prefixes (prefix, brand, set_at) VALUES (?1, ?2, ?3)
        ON CONFLICT (prefix) DO UPDATE SET brand = excluded.brand, set_at = excluded.set_at
        """, .text(digits), .text(brand), .time(context.clock.now()))
    }
    var document = Document("product.prefix.set/1")
    document.primary = digits
    document.field("prefix", "prefix", .text(digits))
    document.field("brand", "brand", .text(brand))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}

/// `qix product prefix list`
struct ListPrefixes: OldCommand {
  static let declaration = Declaration(
    "list", "List the prefixes.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix product prefix list", "all of them")])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let prefixes = try context.database.read { try BrandPrefix.all(in: $0) }
    var document = Document("product.prefix.list/1")
    if !prefixes.isEmpty { document.primary = prefixes.map(\.digits).joined(separator: "\n") }
    document.table(
      "prefixes", columns: [Column("prefix", "PREFIX"), Column("brand", "BRAND"), Column("set", "SET")],
      rows: prefixes.map { [.text($0.digits), .text($0.brand), .timestamp($0.set)] })
    try context.terminal.emit(document)
    if prefixes.isEmpty { context.terminal.note("There is none; `qix product prefix set PREFIX --brand BRAND`.") }
  }
}

/// `qix product prefix remove`
struct RemovePrefix: OldCommand {
  static let declaration = Declaration(
    "remove", "Remove a prefix.", roles: [.operator],
    discussion: "Products that have their brand by it keep it.", parameters: [SetPrefix.prefix],
    examples: [Example("qix product prefix remove 4006381", "for what is added from now on")], effect: .changes)

  private let digits: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    digits = try arguments.require(SetPrefix.prefix)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    try context.database.write(
      Change("scanshake.prefix-remove", subject: digits, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      try connection.run("DELETE FROM scanshake_prefixes WHERE prefix = ?1", .text(digits))
      guard connection.changes > 0 else { throw ScanShakeError.noPrefix(digits) }
    }
    var document = Document("product.prefix.remove/1")
    document.primary = digits
    document.field("prefix", "prefix", .text(digits))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}
