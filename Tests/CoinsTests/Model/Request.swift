import CoinsContract
import QixKernel

/// What a caller asks, as the model has it: a transfer is named by its number, 1 for the first, 0 for one that isn't.
struct Request: Hashable {
  var kind: TransferKind
  var from: AccountReference?
  var to: AccountReference?
  var amount: Int64?
  var related: Int?
  var expires: Expiry?
  var at: Timestamp?
  var reason: String?
  var metadata: String?
  var key: String?
  var takesOthers = false
}

extension Request {
  /// The same in the ledger's words.
  /// - Parameter id: the identifier of the transfer with a number.
  func operation(_ id: (Int) throws -> TransferID) rethrows -> CoinsContract.Operation {
    let related = try id(related ?? 0)
    let (from, to, amount) = (from ?? .issuer, to ?? .issuer, amount)
    var operation: CoinsContract.Operation =
      switch kind {
      case .issue: .issue(amount ?? 0, from: from, to: to, expires: expires)
      case .import: .import(amount ?? 0, to: to, expires: expires)
      case .fund: .fund(amount ?? 0, to: to)
      case .transfer: .transfer(amount ?? 0, from: from, to: to)
      case .redeem: .redeem(amount ?? 0, from: from)
      case .hold: .hold(amount ?? 0, from: from, to: to, timesOut: expires)
      case .capture: .capture(related, amount: amount, expires: expires)
      case .void: .void(related)
      case .timeOut: .timeOut(related)
      case .expire: .expire(amount ?? 0, from: from)
      case .reverse: .reverse(related, amount: amount, takesOthers: takesOthers)
      }
    operation.at = at
    operation.reason = reason
    operation.metadata = metadata
    operation.key = key
    return operation
  }
}

extension Request: CustomStringConvertible {
  var description: String {
    var text = "\(kind.name)"
    if let amount { text += " \(amount)" }
    if let related { text += " of #\(related)" }
    if let from { text += " from \(from)" }
    if let to { text += " to \(to)" }
    if let expires { text += " expires \(expires)" }
    if let at { text += " at \(at)" }
    if let reason { text += " because '\(reason)'" }
    if let metadata { text += " with \(metadata)" }
    if takesOthers { text += " from any" }
    if let key { text += " key '\(key)'" }
    return text
  }
}
