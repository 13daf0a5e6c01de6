internal import QixCrypto
internal import QixModule
internal import VouchersContract

/// `qix voucher verify`
struct VerifySigned: StandaloneCommand {
  static let declaration = Declaration(
    "verify", "Check a signed voucher without a home, and without a connection.", roles: .everyone,
    discussion: """
      Reads the voucher, QV1.…, from the face, from standard input, or from --code-file or --code-fd. It tells what the \
      voucher promised when it was signed, and whether it is over by this computer's clock. It can't tell whether the \
      voucher was used before, here or anywhere else, or made void: only `qix voucher use` can, which takes a signed \
      voucher too. With --purchase it checks the minimum, and tells what comes off.
      """,
    examples: [
      Example("qix voucher verify --public-key voucher-key.txt < scanned.txt", "at a till without a connection")
    ],
    answer: """
      voucher.verify/1: voucher id, series text, value text?, minimum_purchase text?, deduct text?, from time?, until
      time?, uses integer?
      """)

  @Option("public-key", .file, "What `qix voucher key` has printed") private var publicKey: String
  private let code = CodeOptions()
  @Option("at", .moment, "Good at this moment instead of now") private var at: Timestamp?

  func check() throws { _ = try code.source() }

  func run(in context: Context) throws -> Document {
    let key = try readKey(context.face)
    let text = try context.face.secret(code.source()).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    let unverified = try SignedVoucher.read(text)
    try unverified.verify(by: key)
    let voucher = unverified.voucher
    try voucher.requireGood(at: at ?? context.clock.now(), purchase: code.purchase)
    var document = Document("voucher.verify/1")
    document.primary = "\(voucher.id)"
    document.field("voucher", .identifier(voucher.id))
    document.field("series", .text(voucher.series))
    document.field("value", .money(voucher.value))
    document.field("minimum_purchase", .money(voucher.minimumPurchase))
    document.field("deduct", "take off", .money(voucher.value?.deducted(from: code.purchase)))
    document.field("from", .timestamp(voucher.start))
    document.field("until", .timestamp(voucher.end))
    document.field("uses", .integer(voucher.uses))
    document.note("Signed by this key. Whether it was used before is known where vouchers are kept.")
    return document
  }

  private func readKey(_ face: any Face) throws -> [UInt8] {
    let bytes = try face.input(from: publicKey).readToEnd(limit: 4_096)
    let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined()
    guard let key = Hexadecimal.decode(text), key.count == Ed25519.publicKeySize else {
      throw Failure(
        "vouchers.public-key", .usage, "'\(publicKey)' doesn't hold a public key of 64 hexadecimal digits",
        hint: "Make it where the vault is: qix voucher key > FILE.")
    }
    return key
  }
}

extension SignedVoucher {
  fileprivate func requireGood(at time: Timestamp, purchase: Money?) throws {
    if let start, time < start {
      throw Failure("vouchers.not-yet", .refused, "the voucher is good from \(start) on")
    }
    if let end, time >= end { throw Failure("vouchers.over", .refused, "the voucher was good until \(end)") }
    guard let purchase else { return }
    if let currency = value?.currency ?? minimumPurchase?.currency, currency != purchase.currency {
      throw TillError.otherCurrency(id, expected: currency, given: purchase.currency)
    }
    if let minimumPurchase, purchase.minorUnits < minimumPurchase.minorUnits {
      throw TillError.belowMinimum(id, minimum: minimumPurchase, purchase: purchase)
    }
  }
}
