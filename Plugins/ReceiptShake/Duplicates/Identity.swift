internal import QixCrypto
internal import QixReceipts

/// What a receipt is told by, as keyed hashes: nothing of it can be read without the vault's key.
struct Identity: Sendable, Equatable {
  /// Of the picture's SHA-256.
  let picture: [UInt8]
  let purchase: Purchase
  /// Of how the picture looks.
  let look: [UInt8]?
  let tokens: Tokens
}

extension Identity {
  init(_ receipt: Receipt, look: String?, digest: Hash256, _ keys: ReceiptKeys) {
    self.init(
      picture: keys.hash("picture", ["\(digest)"]), purchase: Purchase(receipt, keys),
      look: look.map { keys.hash("look", [$0]) },
      tokens: Tokens(receipt.numericTokens.prefix(10_000).map { keys.number("token", $0) }))
  }
}

/// A purchase by what was printed of it, as keyed hashes.
struct Purchase: Sendable, Equatable {
  /// Of merchant, day, total and time of day; nil where one of them is missing.
  let byTime: [UInt8]?
  /// Of merchant, day, total and the transaction's number; likewise.
  let byNumber: [UInt8]?
}

extension Purchase {
  init(_ receipt: Receipt, _ keys: ReceiptKeys) {
    let facts = Self.facts(of: receipt)
    let number = receipt.transaction.map { Folding.shapes($0.value) } ?? []
    self.init(
      byTime: facts.flatMap { facts in receipt.time.map { keys.hash("time", facts + ["\($0.value.minutes)"]) } },
      byNumber: facts.flatMap { facts in
        number.isEmpty ? nil : keys.hash("number", facts + [String(decoding: number, as: UTF8.self)])
      })
  }

  /// Who sold it, when and for how much; nil where one of them is missing: what is missing is like nothing else.
  private static func facts(of receipt: Receipt) -> [String]? {
    let merchant =
      [receipt.taxNumber?.value, receipt.merchant?.value].compactMap { $0 }.map(Folding.shapes).first { !$0.isEmpty }
    guard let merchant, let date = receipt.date?.value, let total = receipt.total?.value else { return nil }
    return [String(decoding: merchant, as: UTF8.self), "\(date)", "\(total)"]
  }
}
