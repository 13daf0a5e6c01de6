internal import QixModule
internal import VouchersContract

/// `qix voucher void`
struct VoidVouchers: Command {
  static let declaration = Declaration(
    "void", "Cancel a voucher, or all of a series, for good.", roles: [.operator],
    discussion: """
      This is for vouchers that were lost, printed wrongly or got into the wrong hands. Uses that were made stay as \
      they are. A voucher with no use left counts as used, not as void. A series asks for its name, unless \
      --confirm gives it.
      """,
    examples: [
      Example(
        "vch=$(qix voucher list coffee --quiet | head -n 1) && qix voucher void \"$vch\" --reason 'lost, case 4711'",
        "one"),
      Example("qix voucher void flyer --confirm flyer --reason 'printed twice'", "all of a series"),
    ],
    answer: AnswerShape("voucher.void/1", fields), effect: .changes)

  private typealias Voided = (id: String, count: Int64, isNew: Bool)

  private static let fields: [Field<Voided>] = [
    Field("what", .id, "void") { $0.id },
    Field("vouchers", .integer) { $0.count },
    Field("was_void", .boolean, "was void before") { !$0.isNew },
  ]

  @Positional("what", .named(VoucherID.self), "vch_…, or a series' name for all of its vouchers") private var what:
    String
  private let confirm = ConfirmOption("The series' name, instead of typing it")

  func run(in context: Context) throws -> Document {
    let voided = try VoucherID(what).map { try voidOne($0, in: context) } ?? voidAll(in: context)
    var document = Document("voucher.void/1", Self.fields, of: voided)
    document.primary = voided.id
    return document
  }

  private func voidOne(_ id: VoucherID, in context: Context) throws -> Voided {
    let isNew = try context.change("vouchers.void", subject: "\(id)") { connection, _ in
      let voucher = try Voucher.require(id, in: connection)
      try voucher.makeVoid(alsoUsedInPart: true, in: connection)
      return voucher.state != .void
    }
    return ("\(id)", 1, isNew)
  }

  private func voidAll(in context: Context) throws -> Voided {
    let found = try context.database.read { try Series.require(what, in: $0) }
    if found.voided == nil { try confirm.require(found.terms.name, yesAnswers: false, in: context) }
    let count = try context.change("vouchers.void-series", subject: "\(found.id) \(found.terms.name)") {
      connection, _ in
      // One mark for all of them: a million rows would keep every till waiting.
      try connection.execute(
        "UPDATE vouchers_series SET voided_at = \(context.clock.now()) WHERE id = \(found.id) AND voided_at IS NULL")
      return try connection.fetchOne(
        "SELECT count(*) FROM vouchers_vouchers WHERE series = \(found.id) AND state IN (1, 2)") ?? 0
    }
    return ("\(found.id)", count, found.voided == nil)
  }
}
