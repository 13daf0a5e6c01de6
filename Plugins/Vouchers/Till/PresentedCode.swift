internal import QixCrypto
internal import QixModule
internal import VouchersContract

/// A code that was typed or scanned, or a signed voucher.
enum PresentedCode: Sendable {
  case code(VoucherCode)
  case signed(SignedVoucher)

  /// Bytes at the most.
  static let limit = 1_024

  /// - Throws: `vouchers.code-malformed`; `vouchers.signed-…` for what begins like a signed voucher and isn't one of
  ///   this vault's.
  static func read(_ typed: borrowing SecretBytes, keys: VoucherKeys) throws -> PresentedCode {
    try typed.withUnsafeBytes { typed in
      let text = String(decoding: typed, as: UTF8.self)
      if SignedVoucher.isMeant(by: text) {
        let signed = try SignedVoucher.read(text)
        try signed.verify(by: keys.publicKey)
        return .signed(signed.voucher)
      }
      let tidy = try TypedCode.tidy(text)
      guard let code = tidy.withUnsafeBytes(VoucherCode.init(typed:)) else {
        throw Failure(
          "vouchers.code-malformed", .usage, "this can't be the code of a voucher",
          hint: "A code has 4 to 64 letters, digits and signs. Blanks and dashes don't count.")
      }
      return .code(code)
    }
  }

  /// The voucher that is meant, if there is one.
  func lookUp(_ keys: VoucherKeys, in connection: Connection) throws -> Voucher? {
    switch self {
    case .signed(let signed): return try Voucher.find(signed.id, in: connection)
    case .code(let code):
      for candidate in code.readings {
        let found = try connection.fetchOne(
          "SELECT \(sql: Voucher.columns) FROM vouchers_vouchers WHERE hash = \(keys.hash(candidate))", Voucher.init)
        if let found { return found }
      }
      return nil
    }
  }

  /// Whether a voucher's own code is this one.
  func isOf(_ voucher: Voucher, _ code: VoucherCode) -> Bool {
    switch self {
    case .signed(let signed): signed.id == voucher.id
    case .code(let typed): typed.readings.contains(code.folded)
    }
  }

  var isMistyped: Bool {
    switch self {
    case .signed: false
    case .code(let code): code.isMistyped
    }
  }
}
