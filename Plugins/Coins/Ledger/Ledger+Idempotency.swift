internal import CoinsContract
internal import QixModule

extension Ledger {
  static func check(key: String?) throws(CoinsError) {
    guard let key else { return }
    guard IdempotencyKey.isWellFormed(key) else { throw CoinsError.malformedKey }
    guard !key.hasPrefix(mergeKey) else { throw CoinsError.reservedKey(mergeKey) }
  }

  /// Whose keys a caller's are: their own, where they may not know of others'; nil for who may.
  static func asker(in context: Context) -> String? {
    context.mayTell(.key) ? nil : context.principal.name
  }

  /// What the keys of a merge's transfers begin with, which the ledger keeps for itself.
  static let mergeKey = "merge:usr_"

  /// Whether holds may be released or a wallet's list be tidied before the operation itself, so that a repeat has to be
  /// found before. A grant does neither, unless its budget has open holds; then the key is looked at once less.
  func mayTidy(before operation: Operation) throws -> Bool {
    guard operation.isGrant else { return true }
    guard case .budget? = operation.from, let budget = operation.from else { return false }
    do {
      return try book.find(budget, operation.asset, in: connection).map { book[$0].held > 0 } ?? false
    } catch CoinsError.noBudget {
      // It is refused later, in its turn among the reasons.
      return false
    }
  }

  /// The stored result when the key is known; nil when it is new, or when there is no key.
  /// - Throws: `CoinsError.keyConflict` when it was used for another body, or by others than the program that asks: what
  ///   came of it is theirs to know.
  func replay(_ operation: Operation, _ fingerprint: Fingerprint) throws -> Outcome? {
    guard let key = operation.key else { return nil }
    let statement = try connection.statement(
      "SELECT id, kind, amount, fingerprint FROM coins_transfers WHERE key = ?1")
    statement.bind(key, at: 1)
    return try statement.first { row in
      let known = Fingerprint(row.bytes(3))
      func fits(_ wanted: Fingerprint?) -> Bool {
        guard let known, let wanted else { return false }
        return operation.asker == nil ? known.hasBody(of: wanted) : known == wanted
      }
      guard try fits(fingerprint) || fits(ofSurvivors(operation)) else { throw CoinsError.keyConflict(key) }
      return Outcome(
        transfer: try row.identifier(0), kind: try Self.kind(row.integer(1)), amount: row.integer(2), isReplay: true)
    }
  }

  /// The fingerprint of an operation with the users that its own were merged into: so it was made up to version 0.5.0,
  /// after a merge. Nil where nobody was merged.
  private func ofSurvivors(_ operation: Operation) throws -> Fingerprint? {
    guard hasMerges else { return nil }
    func survivor(_ account: AccountReference?) throws -> AccountReference? {
      guard case .wallet? = account, let account, let index = try book.find(account, operation.asset, in: connection)
      else { return account }
      let owner = book[index].owner
      return .wallet(UserID(high: owner.high, low: owner.low))
    }
    return Fingerprint(
      operation.between(try survivor(operation.from), try survivor(operation.to)), scratch: &scratch
    ).asked(by: operation.asker)
  }

  /// The reason of the transfer of a key, and what else was kept with it.
  func details(of key: String) throws -> (reason: String?, metadata: String?) {
    try connection.first(
      """
      SELECT d.reason, d.metadata FROM coins_transfers AS t JOIN coins_details AS d ON d.details = t.details
      WHERE t.key = ?1
      """, .text(key)
    ) { ($0.optionalText(0), $0.optionalText(1)) } ?? (nil, nil)
  }

  /// The error of a key that was used for another operation, for who may know of that one with what it was.
  func conflict(_ operation: Operation, key: String) throws -> CoinsError {
    guard operation.asker == nil else { return .keyConflict(key) }
    let earlier = try connection.first(
      """
      SELECT t.amount, d.reason FROM coins_transfers AS t LEFT JOIN coins_details AS d ON d.details = t.details
      WHERE t.key = ?1
      """, .text(key)
    ) { (amount: $0.integer(0), reason: $0.optionalText(1)) }
    guard let earlier else { return .keyConflict(key) }
    if let amount = operation.amount, amount != earlier.amount {
      return .keyConflict(key, earlier: "its amount was \(earlier.amount)")
    }
    guard operation.reason != earlier.reason else { return .keyConflict(key) }
    return .keyConflict(key, earlier: earlier.reason.map { "its reason was '\($0)'" } ?? "no reason is kept for it")
  }

  static func kind(_ number: Int64) throws(StorageError) -> TransferKind {
    guard let kind = TransferKind(rawValue: number) else {
      throw .corrupt("a transfer is of no known kind (\(number))")
    }
    return kind
  }
}
