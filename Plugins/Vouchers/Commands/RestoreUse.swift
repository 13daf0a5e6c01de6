internal import QixModule
internal import VouchersContract

/// `qix voucher restore`
struct RestoreUse: Command {
  static let declaration = Declaration(
    "restore", "Take a use of a voucher back, when the sale was cancelled.", roles: [.operator, .integrator],
    discussion: """
      The voucher can be used once more, if it is still valid. The use stays in the records. Its key is spent: a \
      new use needs a new one. A repeat changes nothing. A till's token finds uses by its own keys, and other uses \
      by their id. A key that it doesn't find counts as a code that doesn't exist.
      """,
    examples: [
      Example("qix voucher restore receipt-4711 --reason 'sale cancelled'", "by the till's own key"),
      Example("qix voucher restore vus_01m7w9tzg3f7fs9hn862jj74bb", "by the answer of `qix voucher use`"),
    ],
    answer: AnswerShape("voucher.restore/1", fields), effect: .changes)

  private static let fields: [Field<(use: Use, voucher: Voucher, terms: SeriesTerms)>] = [
    Field("use", .id.orNull) { $0.use.id },
    Field("voucher", .id) { $0.use.voucher },
    Field("used", .time) { $0.use.used },
    Field("restored", .time, "taken back") { $0.use.restored },
    Field("rest", .text, "remaining value") { $0.voucher.rest($0.terms)?.description },
    Field("uses_left", .integer) { $0.voucher.usesLeft($0.terms) },
  ]

  @Positional("use", .text, "The use, not the voucher: vus_…, or the idempotency key of the use")
  private var reference: String

  func run(in context: Context) throws -> Document {
    let presenter = Presenter(principal: context.principal.name, till: "")
    // A miss counts whether or not something would be changed, and uses up no key of a request, which may be mended.
    let named = try context.database.alongside { _ in }.write(Change("vouchers.miss", subject: "restore")) {
      connection, _ in
      try Use.named(reference, by: presenter, asker: Use.asker(in: context), context.clock, in: connection)
    }
    let id = try named.get().id
    let (use, isNew, presented, fault) = try context.change("vouchers.restore") { connection, change in
      let (use, isNew) = try Use.takeBack(id, at: context.clock.now(), in: connection)
      change.subject = "\(use.id) \(use.voucher)"
      let voucher = try Voucher.require(use.voucher, in: connection)
      let presented = Till.Presented(voucher: voucher, series: try Series.with(voucher.series, in: connection))
      return (use, isNew, presented, try presented.fault(at: context.clock, in: connection))
    }
    var document = Document(
      "voucher.restore/1", Self.fields, of: (use: use, voucher: presented.voucher, terms: presented.series.terms))
    document.primary = "\(use.id)"
    if !isNew, !context.isDryRun { document.note("It was taken back before.") }
    if let fault { document.note("The voucher still can't be used now: \(fault).") }
    return document
  }
}
