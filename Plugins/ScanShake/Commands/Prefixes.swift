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
    answer: AnswerShape("product.prefix.set/1", fields), effect: .changes)

  private static let fields: [Field<(prefix: String, brand: String)>] = [
    Field("prefix", .text) { $0.prefix },
    Field("brand", .text) { $0.brand },
  ]

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
    var document = Document("product.prefix.set/1", Self.fields, of: (prefix: digits, brand: brand))
    document.primary = digits
    return document
  }
}

/// `qix product prefix list`
struct ListPrefixes: Command {
  static let declaration = Declaration(
    "list", "List the prefixes.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix product prefix list", "all of them")],
    answer: AnswerShape("product.prefix.list/1", "prefixes", rows: fields))

  private static let fields: [Field<BrandPrefix>] = [
    Field("prefix", .text) { $0.digits },
    Field("brand", .text) { $0.brand },
    Field("set", .time) { $0.set },
  ]

  func run(in context: Context) throws -> Document {
    let prefixes = try context.database.read { try BrandPrefix.all(in: $0) }
    var document = Document("product.prefix.list/1")
    if !prefixes.isEmpty { document.primary = prefixes.map(\.digits).joined(separator: "\n") }
    document.table("prefixes", Self.fields, rows: prefixes)
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
    answer: AnswerShape("product.prefix.remove/1", fields), effect: .changes)

  private static let fields: [Field<String>] = [Field("prefix", .text) { $0 }]

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
    var document = Document("product.prefix.remove/1", Self.fields, of: prefix.digits)
    document.primary = prefix.digits
    return document
  }
}

/// The prefix that a command is about.
private struct PrefixNamed {
  @Positional("prefix", .text, "The first 3 to 12 digits of the brand's GTIN-13s") var digits: String
}
