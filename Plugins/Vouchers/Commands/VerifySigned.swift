internal import QixCrypto
internal import QixModule
internal import VouchersContract

/// `qix voucher verify`
struct VerifySigned: StandaloneCommand {
  static let declaration = Declaration(
    "verify", "Check a signed voucher without a data folder, and without a connection.", roles: .everyone,
    discussion: """
      The voucher, QV1.…, comes \(secret: "code"). The answer shows what the voucher promised when it was signed, and \
      whether it is over by this computer's clock. It can't show whether the voucher was used before, or made void. \
      Only `qix voucher use` can, which takes a signed voucher too. With --purchase it checks the minimum, and shows \
      the amount to take off.
      """,
    examples: [
      Example("qix voucher verify --public-key voucher-key.txt < scanned.txt", "at a till without a connection")
    ],
    answer: AnswerShape("voucher.verify/1", fields))

  private static let fields: [Field<(voucher: SignedVoucher, purchase: Money?)>] = [
    Field("voucher", .id) { $0.voucher.id },
    Field("series", .text) { $0.voucher.series },
    Field("value", .text) { $0.voucher.value?.description },
    Field("minimum_purchase", .text) { $0.voucher.minimumPurchase?.description },
    Field("deduct", .text, "take off") { $0.voucher.value?.deducted(from: $0.purchase).description },
    Field("from", .time) { $0.voucher.start },
    Field("until", .time) { $0.voucher.end },
    Field("uses", .integer.orNull) { $0.voucher.uses },
  ]

  @Option("public-key", .namedFile, "The file with the output of `qix voucher key`") private var publicKey: String
  private let code = CodeOptions()
  @Option("at", .moment, "Check for this time instead of now") private var at: Timestamp?

  func check() throws { _ = try code.source() }

  func run(in context: Context) throws -> Document {
    let key = try readKey(context.face)
    let text = try context.face.secret(code.source()).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    let unverified = try SignedVoucher.read(text)
    try unverified.verify(by: key)
    let voucher = unverified.voucher
    try voucher.requireGood(at: at ?? context.clock.now(), purchase: code.purchase)
    var document = Document("voucher.verify/1", Self.fields, of: (voucher: voucher, purchase: code.purchase))
    document.primary = "\(voucher.id)"
    document.note("The signature fits this key. Only the server knows whether the voucher was used before.")
    return document
  }

  private func readKey(_ face: any Face) throws -> [UInt8] {
    let bytes = try face.input(from: publicKey).readToEnd(limit: 4_096)
    let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined()
    guard let key = Hexadecimal.decode(text), key.count == Ed25519.publicKeySize else {
      throw Failure(
        "vouchers.public-key", .usage, "'\(publicKey)' doesn't hold a public key of 64 hexadecimal digits",
        hint: "Make it where the vault is, with `qix voucher key > FILE`.")
    }
    return key
  }
}

extension SignedVoucher {
  fileprivate func requireGood(at time: Timestamp, purchase: Money?) throws {
    if let start, time < start {
      throw Failure("vouchers.not-yet", .refused, "the voucher is valid from \(start) on")
    }
    if let end, time >= end { throw Failure("vouchers.over", .refused, "the voucher was valid until \(end)") }
    guard let purchase else { return }
    if let currency = value?.currency ?? minimumPurchase?.currency, currency != purchase.currency {
      throw TillError.otherCurrency(id, expected: currency, given: purchase.currency)
    }
    if let minimumPurchase, purchase.minorUnits < minimumPurchase.minorUnits {
      throw TillError.belowMinimum(id, minimum: minimumPurchase, purchase: purchase)
    }
  }
}
