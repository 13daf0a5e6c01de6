internal import CoinsContract
internal import QixModule

/// Puts pieces on a shelf and takes them away, inside a write transaction of the caller's.
struct StockService {
  let ledger: any CoinLedger
  let connection: Connection
  let now: Timestamp

  /// A change that is asked for.
  struct Request: Sendable, Equatable {
    var kind: StockChange.Kind
    var pieces: Int64
    var key: String?
    var reason: String?
  }

  /// Fundings of a stock, and what is left of each: only that can be taken away again.
  typealias Fundings = [(transfer: TransferID, left: Int64)]

  /// - Parameter fundings: of the shelf, read before the transaction.
  func change(
    _ request: Request, _ reward: Reward, _ fundings: Fundings
  ) throws -> (change: StockChange, isReplay: Bool) {
    let store = RewardStore(connection)
    if let key = request.key, let earlier = try store.stockChange(key: key) {
      guard earlier.reward == reward.id, earlier.kind == request.kind, earlier.pieces == request.pieces else {
        throw RedemptionError.keyConflict(key)
      }
      return (earlier, true)
    }
    try NewKey.check(request.key)
    guard let asset = reward.stock, let standing = try RewardStock(ledger, connection).standing(of: reward) else {
      throw Failure(
        "rewards.not-counted", .refused, "the items of '\(reward.name)' are not counted: its stock is unlimited",
        hint: "To count them from now on, use `qix reward stock \(reward.name) --counted`.")
    }
    let difference: Int64 =
      switch request.kind {
      case .added: request.pieces
      case .removed: -request.pieces
      case .counted: request.pieces - standing.posted
      }
    if difference > 0 {
      guard reward.state != .retired || request.kind == .counted else {
        throw RewardError.wrongState(reward.name, .retired, wanted: .fill)
      }
      var operation = Operation.fund(difference, to: .budget(reward.shelf), asset: asset)
      operation.reason = request.reason
      _ = try ledger.post([operation], in: connection)
    } else if difference < 0 {
      guard -difference <= standing.available else {
        throw Self.heldPieces(request, reward.name, standing)
      }
      try take(-difference, of: reward, fundings, because: request.reason)
    }
    let change = try store.record(
      request.kind, request.pieces, difference: difference, shelf: standing.posted + difference, of: reward.id,
      key: request.key, reason: request.reason, at: now)
    return (change, false)
  }

  private static func heldPieces(_ request: Request, _ name: String, _ standing: RewardStock.Standing) -> Failure {
    Failure(
      "rewards.held-pieces", .refused,
      request.kind == .counted
        ? "\(standing.words(of: name)), so a count of \(request.pieces) is too low"
        : "\(standing.words(of: name)), so \(request.pieces) can't be removed",
      hint: request.kind == .counted && standing.held > 0
        ? "Held items are still on the shelf: count them too. `qix redemption list --reward \(name)` lists them."
        : "Remove \(standing.available) or fewer.")
  }

  /// Reverses what was put there, the latest first.
  private func take(_ pieces: Int64, of reward: Reward, _ fundings: Fundings, because reason: String?) throws {
    var rest = pieces
    var operations: [Operation] = []
    for funding in fundings where rest > 0 {
      let amount = min(funding.left, rest)
      var operation = Operation.reverse(funding.transfer, amount: amount)
      operation.reason = reason
      operations.append(operation)
      rest -= amount
    }
    // All pieces there were put in, so fewer are known only where another process was quicker.
    guard rest == 0 else { throw RewardError.changedMeanwhile(reward.name) }
    do {
      _ = try ledger.post(operations, in: connection)
    } catch CoinsError.exceedsOriginal {
      throw RewardError.changedMeanwhile(reward.name)
    }
  }
}
