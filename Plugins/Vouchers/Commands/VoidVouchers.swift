internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VouchersContract

/// `qix voucher void`
struct VoidVouchers: OldCommand {
  private static let what = OldPositional("what", .text, "vch_…, or a series' name for all of its vouchers")
  private static let confirm = OldOption(
    "confirm", .text, placeholder: "NAME", "The series' name, in place of typing it")

  static let declaration = Declaration(
    "void", "Make a voucher, or all of a series, worthless for good.", roles: [.operator],
    discussion: """
      For what was lost, printed wrongly or got into the wrong hands. Uses that were made stay as they are; one that was \
      used as often as can be is not void but used. A series asks for its name, unless --confirm answers.
      """,
    parameters: [what, confirm],
    examples: [
      Example("qix voucher void vch_01m7w9tzg3f7fs9hn862jj74bb --reason 'lost, case 4711'", "one"),
      Example("qix voucher void flyer --confirm flyer --reason 'printed twice'", "all of a series"),
    ], effect: .changes)

  private let what: String
  private let confirmation: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    what = try arguments.require(Self.what)
    confirmation = arguments[Self.confirm]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    if let id = VoucherID(what) {
      try voidOne(id, context)
    } else {
      try voidAll(context)
    }
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }

  private func voidOne(_ id: VoucherID, _ context: Context) throws {
    let isNew = try context.database.write(
      Change("vouchers.void", subject: "\(id)", reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      let voucher = try Voucher.require(id, in: connection)
      try voucher.makeVoid(alsoUsedInPart: true, in: connection)
      return voucher.state != .void
    }
    try answer("\(id)", vouchers: 1, isNew, context)
  }

  private func voidAll(_ context: Context) throws {
    let found = try context.database.read { try Series.require(what, in: $0) }
    if !isDryRun, found.voided == nil {
      try context.terminal.confirmByTyping(found.terms.name, given: confirmation)
    }
    let count = try context.database.write(
      Change("vouchers.void-series", subject: "\(found.id) \(found.terms.name)", reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      // One mark for all of them: a million rows would keep every till waiting.
      try connection.run(
        "UPDATE vouchers_series SET voided_at = ?2 WHERE id = ?1 AND voided_at IS NULL", .id(found.id),
        .time(context.clock.now()))
      return try connection.first(
        "SELECT count(*) FROM vouchers_vouchers WHERE series = ?1 AND state IN (1, 2)", .id(found.id)
      ) { $0.integer(0) } ?? 0
    }
    try answer("\(found.id)", vouchers: count, found.voided == nil, context)
  }

  private func answer(_ id: String, vouchers: Int64, _ isNew: Bool, _ context: Context) throws {
    var document = Document("voucher.void/1")
    document.primary = id
    document.field("what", "void", .identifier(id))
    document.field("vouchers", "vouchers", .integer(vouchers))
    document.field("was_void", "was void before", .boolean(!isNew))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
  }
}
