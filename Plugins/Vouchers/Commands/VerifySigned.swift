internal import QixCrypto
internal import QixKernel
internal import QixTerminal
internal import VouchersContract

/// `qix voucher verify`
struct VerifySigned: OldStandaloneCommand {
  private static let publicKey = OldOption(
    "public-key", .file, "What `qix voucher key` has printed", isRequired: true)
  private static let at = OldOption("at", .timestamp, "Good at this moment instead of now")

  static let declaration = Declaration(
    "verify", "Check a signed voucher without a home, and without a connection.", roles: .everyone,
    discussion: """
      Reads the voucher, QV1.…, from the terminal, from standard input, or from --code-file or --code-fd. It tells what the \
      voucher promised when it was signed, and whether it is over by this computer's clock. It can't tell whether the \
      voucher was used before, here or anywhere else, or made void: only `qix voucher use` can, which takes a signed \
      voucher too. With --purchase it checks the minimum, and tells what comes off.
      """,
    parameters: [publicKey] + CodeInput.code.parameters + [CodeInput.purchase, at],
    examples: [
      Example("qix voucher verify --public-key voucher-key.txt < scanned.txt", "at a till without a connection")
    ])

  private let publicKey: String
  private let source: SecretSource
  private let purchase: Money?
  private let at: Timestamp?

  init(_ arguments: Arguments) throws {
    publicKey = try arguments.require(Self.publicKey)
    source = try arguments.source(of: CodeInput.code)
    purchase = arguments[CodeInput.purchase]
    at = arguments[Self.at]
  }

  func run(in context: Context) throws {
    let key = try readKey(context.terminal)
    let text = try context.terminal.secret(source).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    let unverified = try SignedVoucher.read(text)
    try unverified.verify(by: key)
    let voucher = unverified.voucher
    try voucher.requireGood(at: at ?? context.clock.now(), purchase: purchase)
    var document = Document("voucher.verify/1")
    document.primary = "\(voucher.id)"
    document.field("voucher", "voucher", .identifier("\(voucher.id)"))
    document.field("series", "series", .text(voucher.series))
    document.field("value", "value", voucher.value.map { .text("\($0)") } ?? .missing)
    document.field(
      "minimum_purchase", "minimum purchase", voucher.minimumPurchase.map { .text("\($0)") } ?? .missing)
    document.field(
      "deduct", "take off", voucher.value.map { .text("\($0.deducted(from: purchase))") } ?? .missing)
    document.field("from", "from", voucher.start.map(Cell.timestamp) ?? .missing)
    document.field("until", "until", voucher.end.map(Cell.timestamp) ?? .missing)
    document.field("uses", "uses", .integer(voucher.uses))
    try context.terminal.emit(document)
    context.terminal.note("Signed by this key. Whether it was used before is known where vouchers are kept.")
  }

  private func readKey(_ terminal: Terminal) throws -> [UInt8] {
    let bytes = try terminal.input(from: publicKey).readToEnd(limit: 4_096)
    let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined()
    guard let key = Hexadecimal.decode(text), key.count == Ed25519.publicKeySize else {
      throw SignedVoucherError.publicKey(publicKey)
    }
    return key
  }
}

extension SignedVoucher {
  /// - Throws: `SignedVoucherError.notYet`, `.over`; `TillError.belowMinimum`, `.otherCurrency`.
  fileprivate func requireGood(at time: Timestamp, purchase: Money?) throws {
    if let start, time < start { throw SignedVoucherError.notYet(start) }
    if let end, time >= end { throw SignedVoucherError.over(end) }
    guard let purchase else { return }
    if let currency = value?.currency ?? minimumPurchase?.currency, currency != purchase.currency {
      throw TillError.otherCurrency(id, expected: currency, given: purchase.currency)
    }
    if let minimumPurchase, purchase.minorUnits < minimumPurchase.minorUnits {
      throw TillError.belowMinimum(id, minimum: minimumPurchase, purchase: purchase)
    }
  }
}
