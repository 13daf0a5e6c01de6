internal import QixCrypto
internal import QixModule
internal import VouchersContract

/// A voucher that can be checked offline: what it promises, signed.
///
/// As text: `QV1.` and base 32 in capitals, all of it in the alphabet of QR's alphanumeric mode (ISO/IEC 18004
/// §7.3.4). A secret like a code, worth as much as the voucher.
struct SignedVoucher: Sendable, Equatable {
  let id: VoucherID
  let series: String
  let value: Money?
  let minimumPurchase: Money?
  let start: Timestamp?
  /// Until before this moment.
  let end: Timestamp?
  let uses: Int64

  static let mark = "QV1."
  /// The beginning of everything that is signed, so that no signature over anything else is one over a voucher.
  static let domain = Array("qix-signed-voucher/1\0".utf8)

  init(_ voucher: Voucher, _ terms: SeriesTerms) {
    self.init(
      id: voucher.id, series: terms.name, value: terms.value, minimumPurchase: terms.minimumPurchase,
      start: terms.start, end: voucher.end(terms), uses: terms.uses)
  }

  /// Moments are whole seconds, so that never more is promised than the series does.
  init(
    id: VoucherID, series: String, value: Money?, minimumPurchase: Money?, start: Timestamp?, end: Timestamp?,
    uses: Int64
  ) {
    self.id = id
    self.series = series
    self.value = value
    self.minimumPurchase = minimumPurchase
    self.start = start.map { Self.seconds(max(0, ($0.microseconds + 999_999) / 1_000_000)) }
    self.end = end.map { Self.seconds(max(0, $0.microseconds / 1_000_000)) }
    self.uses = uses
  }

  private static func seconds(_ count: Int64) -> Timestamp { Timestamp(microseconds: count * 1_000_000) }

  /// Whether a text wants to be a signed voucher.
  static func isMeant(by text: String) -> Bool {
    text.uppercased().filter { $0 != " " && $0 != "-" }.hasPrefix(mark)
  }

  /// The text for a QR code.
  func signed(by key: borrowing Ed25519.SigningKey) -> String {
    let payload = payload
    return Self.mark + Base32.encode(payload + key.sign(Self.domain + payload))
  }

  /// - Throws: `vouchers.signed-malformed`, `.signed-version`. `verify` checks the signature.
  static func read(_ text: String) throws(Failure) -> Unverified {
    let characters = text.uppercased().filter { $0 != " " && $0 != "-" && !$0.isNewline }
    guard characters.hasPrefix(mark), let bytes = Base32.decode(characters.dropFirst(mark.count)),
      bytes.count > Ed25519.signatureSize
    else { throw malformed }
    let payload = Array(bytes.dropLast(Ed25519.signatureSize))
    return Unverified(
      voucher: try SignedVoucher(payload), payload: payload, signature: Array(bytes.suffix(Ed25519.signatureSize)))
  }

  /// A signed voucher that was read and not yet verified.
  struct Unverified: Sendable {
    let voucher: SignedVoucher
    let payload: [UInt8]
    let signature: [UInt8]

    /// - Parameter publicKey: 32 bytes.
    /// - Throws: `vouchers.signed-forged`.
    func verify(by publicKey: [UInt8]) throws(Failure) {
      guard Ed25519.isSignature(signature, of: SignedVoucher.domain + payload, by: publicKey) else {
        throw Failure(
          "vouchers.signed-forged", .refused, "the signature is not one of this key over this voucher",
          hint: """
            It was mistyped or made up, or the public key belongs to another installation. Print the right one with \
            `qix voucher key`.
            """)
      }
    }
  }
}

extension SignedVoucher {
  static let malformed = Failure(
    "vouchers.signed-malformed", .usage, "this is not a signed voucher: it has to begin with QV1. and be complete",
    hint: "Scan it again, or type all of it. Blanks and dashes don't count.")
}
