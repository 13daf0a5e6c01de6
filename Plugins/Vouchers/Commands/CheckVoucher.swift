internal import QixModule
internal import VouchersContract

/// `qix voucher check`
struct CheckVoucher: Command {
  static let declaration = Declaration(
    "check", "Show whether a voucher is valid, and what it is worth.", roles: [.operator, .integrator, .support],
    discussion: """
      The code comes \(secret: "code"). Type it as it is printed, in capitals or small letters, with or without \
      dashes; or give a signed voucher, QV1.…. A check does not change the voucher, and is kept in the audit log.

      A code that doesn't exist has \(exit: .notFound), and a used voucher \(exit: .conflict). A voucher that is over, \
      void, or not for this purchase has \(exit: .refused). `qix voucher use` has the same ones. After too many codes \
      that don't exist, the caller has to wait.
      """,
    examples: [
      Example("qix voucher check", "asks for the code"),
      Example("qix voucher check --purchase '12.50 EUR' --json < code.txt", "for a till"),
    ],
    answer: AnswerShape("voucher.check/1", fields), effect: .discloses)

  private static let fields: [Field<Till.Shown>] = Till.Shown.fields + [Field("good", .boolean) { _ in true }]

  private let options = TillOptions()

  func check() throws { _ = try options.code.source() }

  func run(in context: Context) throws -> Document {
    let wish = UseWish(purchase: options.code.purchase, till: options.till, key: nil)
    try wish.check()
    let keys = try VoucherKeys.open(context, isDryRun: true)
    let code = try PresentedCode.read(try context.face.secret(options.code.source()), keys: keys)
    let till = Till(keys: keys, context, till: wish.till)
    let (found, fault) = try context.database.write(Change("vouchers.check")) {
      connection, change -> (Till.Presented?, (any Error)?) in
      switch try till.find(code, in: connection) {
      case .failure(let miss):
        change = till.change(for: miss)
        return (nil, till.told(miss))
      case .success(let presented):
        return (presented, try presented.fault(purchase: wish.purchase, at: till.clock, in: connection))
      }
    }
    if let found {
      try context.database.record(
        Change("vouchers.check", subject: "\(found.voucher.id)"), at: context.clock.now())
    }
    if let fault { throw fault }
    guard let presented = found else { throw TillError.unknown }
    var document = Document(
      "voucher.check/1", Self.fields,
      of: Till.Shown(presented: presented, purchase: wish.purchase, deducted: nil, now: presented.voucher))
    document.primary = "\(presented.voucher.id)"
    document.noteLoss(of: presented.series.terms, by: wish.purchase)
    return document
  }
}
