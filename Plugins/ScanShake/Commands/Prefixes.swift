internal import QixShake

/// `qix product prefix set`
struct SetPrefix: Command {
  static let declaration = Declaration(
    "set", "Set the brand of products whose GTIN begins with a prefix.", roles: [.operator],
    discussion: """
      A product added without a brand gets the brand of the longest prefix of its GTIN-13. GS1 gives each maker a \
      company prefix; a longer prefix can stand for one of its brands.
      """,
    examples: [Example("qix product prefix set 4006381 --brand Stabilo", "all of one maker's products")],
    answer: "product.prefix.set/1: prefix text, brand text", effect: .changes)

  private let prefix = PrefixNamed()
  @Option("brand", .text, placeholder: "BRAND", "The brand") private var brand: String

  func check() throws {
    try BrandPrefix.check(prefix.digits)
    guard (1...100).contains(brand.count) else { throw ScanShakeError.malformedText("brand", most: 100) }
  }

  func run(in context: Context) throws -> Document {
    let digits = prefix.digits
    try context.change("scanshake.prefix-set", subject: digits) { connection, _ in
      try connection.execute(
        """
        INSERT INTO scanshake_prefixes (prefix, brand, set_at) VALUES (\(digits), \(brand), \(context.clock.now()))
        ON CONFLICT (prefix) DO UPDATE SET brand = excluded.brand, set_at = excluded.set_at
        """)
    }
    var document = prefix.document("product.prefix.set/1")
    document.field("brand", .text(brand))
    return document
  }
}

/// `qix product prefix list`
struct ListPrefixes: Command {
  static let declaration = Declaration(
    "list", "List the prefixes.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix product prefix list", "all of them")],
    answer: "product.prefix.list/1: prefixes [prefix text, brand text, set time]")

  func run(in context: Context) throws -> Document {
    let prefixes = try context.database.read { try BrandPrefix.all(in: $0) }
    var document = Document("product.prefix.list/1")
    if !prefixes.isEmpty { document.primary = prefixes.map(\.digits).joined(separator: "\n") }
    document.table(
      "prefixes",
      [
        RowField("prefix") { .text($0.digits) }, RowField("brand") { .text($0.brand) },
        RowField("set") { .timestamp($0.set) },
      ], rows: prefixes)
    if prefixes.isEmpty { document.note("There is none. `qix product prefix set PREFIX --brand BRAND`.") }
    return document
  }
}

/// `qix product prefix remove`
struct RemovePrefix: Command {
  static let declaration = Declaration(
    "remove", "Remove a prefix.", roles: [.operator],
    discussion: "Products that got their brand from it keep that brand.",
    examples: [Example("qix product prefix remove 4006381", "for products added from now on")],
    answer: "product.prefix.remove/1: prefix text", effect: .changes)

  private let prefix = PrefixNamed()

  func run(in context: Context) throws -> Document {
    try context.change("scanshake.prefix-remove", subject: prefix.digits) { connection, _ in
      try connection.execute("DELETE FROM scanshake_prefixes WHERE prefix = \(prefix.digits)")
      guard connection.changes > 0 else {
        throw Failure(
          "scanshake.prefix-not-found", .notFound, "there is no prefix '\(prefix.digits)'",
          hint: "`qix product prefix list` shows what there is.")
      }
    }
    return prefix.document("product.prefix.remove/1")
  }
}

/// The prefix that a command is about.
private struct PrefixNamed {
  @Positional("prefix", .text, "The first 3 to 12 digits of the brand's GTIN-13s") var digits: String

  func document(_ schema: String) -> Document {
    var document = Document(schema)
    document.primary = digits
    document.field("prefix", .text(digits))
    return document
  }
}
