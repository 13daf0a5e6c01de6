package import QixKernel

/// The kinds of transfer, with the numbers that stand for them in the database and in leaves.
package enum TransferKind: Int64, Sendable, CaseIterable {
  /// Issuer or budget to a wallet.
  case issue = 1
  /// Issuer to a wallet: balances brought over from another system.
  case `import`
  /// Issuer to a budget.
  case fund
  /// Wallet to wallet, or budget to budget.
  case transfer
  /// Wallet to redeemed.
  case redeem
  /// Wallet to expired.
  case expire
  /// Reserves coins of a wallet or budget; nothing is posted.
  case hold
  /// Posts what a hold reserved, whole or in part; the rest is free again.
  case capture
  /// Gives back what a hold reserved.
  case void
  /// The same, because the hold's time was up.
  case timeOut
  /// Takes a posted transfer back, whole or in part.
  case reverse

  package var name: String {
    // Spelled out: printing a case by reflection takes a sixth of a single command's time.
    switch self {
    case .issue: "issue"
    case .import: "import"
    case .fund: "fund"
    case .transfer: "transfer"
    case .redeem: "redeem"
    case .expire: "expire"
    case .hold: "hold"
    case .capture: "capture"
    case .void: "void"
    case .timeOut: "time-out"
    case .reverse: "reverse"
    }
  }

  package init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  /// Whether new coins, or those of a budget, are given.
  package var isGrant: Bool { self == .issue || self == .import || self == .fund }

  /// Whether the transfer has entries.
  package var isPosted: Bool { self != .hold && self != .void && self != .timeOut }
}

/// What a caller asks the ledger to do. The static functions make each kind with what it needs.
package struct Operation: Sendable {
  private struct Fields {
    let kind: TransferKind
    var from: AccountReference?
    var to: AccountReference?
    let amount: Int64?
    let related: TransferID?
    let expires: Expiry?
    let asset: Asset
    var at: Timestamp?
    var reason: String?
    var metadata: String?
    var key: String?
    var asker: String?
    var takesOthers = false
    var isWelcome = false
  }

  /// Each line of a file hands its operation on a dozen times: copies of all its fields took a fifteenth of a batch's
  /// time. `@unchecked` is safe here: fields are changed by whoever is alone in having them.
  private final class Box: @unchecked Sendable {
    var fields: Fields
    init(_ fields: Fields) { self.fields = fields }
  }

  private var box: Box

  package var kind: TransferKind { box.fields.kind }
  package var from: AccountReference? { box.fields.from }
  package var to: AccountReference? { box.fields.to }
  /// Coins, 1 or more; nil for all there is (capture, reverse).
  package var amount: Int64? { box.fields.amount }
  /// The hold to resolve, or the transfer to reverse.
  package var related: TransferID? { box.fields.related }
  /// When the credited coins expire; of a hold, when it times out; nil for never.
  package var expires: Expiry? { box.fields.expires }
  package var asset: Asset { box.fields.asset }
  /// When it happened, where that is not now.
  package var at: Timestamp? {
    get { box.fields.at }
    set { change { $0.at = newValue } }
  }
  /// Why, in the operator's words.
  package var reason: String? {
    get { box.fields.reason }
    set { change { $0.reason = newValue } }
  }
  /// What the caller wants to have kept, as a JSON object's text.
  package var metadata: String? {
    get { box.fields.metadata }
    set { change { $0.metadata = newValue } }
  }
  /// The idempotency key: the same key and body give the first result, the same key and another body a conflict.
  package var key: String? {
    get { box.fields.key }
    set { change { $0.key = newValue } }
  }
  /// The program that asks, whose keys answer nobody else's requests; nil for those who may know of everybody's keys.
  package var asker: String? {
    get { box.fields.asker }
    set { change { $0.asker = newValue } }
  }

  /// Of a reversal: whether other coins of the wallet pay for those that are spent.
  package var takesOthers: Bool { box.fields.takesOthers }
  /// Whether the coins greet a new user: who has earned nothing else still counts as new.
  package var isWelcome: Bool { box.fields.isWelcome }

  /// Whether new coins, or those of a budget, are given.
  package var isGrant: Bool { kind.isGrant }

  private init(
    _ kind: TransferKind, from: AccountReference? = nil, to: AccountReference? = nil, amount: Int64?,
    related: TransferID? = nil, expires: Expiry? = nil, asset: Asset = .coins
  ) {
    box = Box(
      Fields(kind: kind, from: from, to: to, amount: amount, related: related, expires: expires, asset: asset))
  }

  private mutating func change(_ body: (inout Fields) -> Void) {
    if !isKnownUniquelyReferenced(&box) { box = Box(box.fields) }
    body(&box.fields)
  }

  /// The same between other accounts.
  package func between(_ from: AccountReference?, _ to: AccountReference?) -> Operation {
    var same = self
    same.change { ($0.from, $0.to) = (from, to) }
    return same
  }

  package static func issue(
    _ amount: Int64, from: AccountReference = .issuer, to: AccountReference, expires: Expiry? = nil,
    isWelcome: Bool = false
  ) -> Operation {
    var operation = Operation(.issue, from: from, to: to, amount: amount, expires: expires)
    if isWelcome { operation.change { $0.isWelcome = true } }
    return operation
  }

  package static func `import`(_ amount: Int64, to: AccountReference, expires: Expiry? = nil) -> Operation {
    Operation(.import, from: .issuer, to: to, amount: amount, expires: expires)
  }

  package static func fund(_ amount: Int64, to: AccountReference, asset: Asset = .coins) -> Operation {
    Operation(.fund, from: .issuer, to: to, amount: amount, asset: asset)
  }

  package static func transfer(_ amount: Int64, from: AccountReference, to: AccountReference) -> Operation {
    Operation(.transfer, from: from, to: to, amount: amount)
  }

  /// - Parameter asset: pieces of another asset are redeemed from the budget on which they lie.
  package static func redeem(_ amount: Int64, from: AccountReference, asset: Asset = .coins) -> Operation {
    Operation(.redeem, from: from, to: .redeemed, amount: amount, asset: asset)
  }

  /// - Parameters:
  ///   - timesOut: when the hold gives back by itself what it reserved; nil for never.
  ///   - asset: pieces of another asset are held on the budget on which they lie.
  package static func hold(
    _ amount: Int64, from: AccountReference, to: AccountReference = .redeemed, timesOut: Expiry? = nil,
    asset: Asset = .coins
  ) -> Operation { Operation(.hold, from: from, to: to, amount: amount, expires: timesOut, asset: asset) }

  /// - Parameter expires: when the credited coins expire, where a budget pays; coins of a wallet keep their expiry.
  package static func capture(_ hold: TransferID, amount: Int64? = nil, expires: Expiry? = nil) -> Operation {
    Operation(.capture, amount: amount, related: hold, expires: expires)
  }

  package static func void(_ hold: TransferID) -> Operation { Operation(.void, amount: nil, related: hold) }

  /// What the ledger does by itself when a hold's time is up.
  package static func timeOut(_ hold: TransferID) -> Operation { Operation(.timeOut, amount: nil, related: hold) }

  /// What the ledger does by itself when a lot's time is up.
  package static func expire(_ amount: Int64, from: AccountReference) -> Operation {
    Operation(.expire, from: from, to: .expired, amount: amount)
  }

  /// - Parameter takesOthers: whether other coins of the wallet pay for those of the transfer that are spent.
  package static func reverse(
    _ transfer: TransferID, amount: Int64? = nil, takesOthers: Bool = false
  ) -> Operation {
    var operation = Operation(.reverse, amount: amount, related: transfer)
    if takesOthers { operation.change { $0.takesOthers = true } }
    return operation
  }

  /// What the ledger does by itself with what a user owes.
  package static func owed(
    _ kind: TransferKind, _ amount: Int64, from: AccountReference, to: AccountReference
  ) -> Operation { Operation(kind, from: from, to: to, amount: amount, asset: .owed) }
}

/// What the ledger did, or had done at the first call with this key.
package struct Outcome: Sendable, Equatable {
  package let transfer: TransferID
  package let kind: TransferKind
  package let amount: Int64
  /// The key was known: this is the first call's result, and nothing moved now.
  package let isReplay: Bool

  package init(transfer: TransferID, kind: TransferKind, amount: Int64, isReplay: Bool) {
    self.transfer = transfer
    self.kind = kind
    self.amount = amount
    self.isReplay = isReplay
  }
}
