import CoinsContract
import QixKernel

extension Draft {
  /// The request that this is where a model has got to.
  /// - Parameter earlier: requests with a key that were made before.
  func request(in model: Model, after earlier: [Request]) -> Request {
    if repeats, !earlier.isEmpty { return earlier[pick % earlier.count] }
    var request = Request(kind: kind)
    switch kind {
    case .capture, .void, .timeOut, .reverse:
      let numbers = (1...).prefix(model.transfers.count).filter { number in
        let transfer = model.transfers[number - 1]
        if isStray { return true }
        guard kind != .reverse else {
          // Every third reversal goes on with one that was begun.
          let isBegun = model.transfers.contains { $0.kind == .reverse && $0.related == number }
          return transfer.movesCoins && transfer.kind != .reverse && (pick % 3 != 0 || isBegun)
        }
        return transfer.kind == .hold && (pick % 4 == 0 || model.resolution(of: number) == nil)
      }
      request.related = numbers.isEmpty ? 0 : numbers[pick % numbers.count]
      if kind != .void { request.amount = value(of: request.related, in: model) }
      if kind == .capture { request.expires = expires }
      if kind == .reverse { request.takesOthers = pick % 5 < 2 }
    default:
      (request.from, request.to) = (from, to)
      if kind == .import || kind == .fund { request.from = .issuer }
      if kind == .redeem { request.to = .redeemed }
      if kind == .expire { request.to = .expired }
      request.amount = value(in: model)
      if kind == .issue || kind == .import || kind == .hold { request.expires = expires }
    }
    request.at = at.map { model.now.advanced(byMicroseconds: $0) }
    request.reason = reason
    request.metadata = metadata
    request.key = key
    return request
  }

  /// An amount to capture or reverse; nil for the rest.
  private func value(of number: Int?, in model: Model) -> Int64? {
    let whole = number.flatMap { $0 > 0 ? model.transfers[$0 - 1].amount : nil } ?? 1
    switch amount {
    case .rest: return nil
    case .available(let more): return max(1, whole.addingReportingOverflow(more).partialValue)
    case .exactly(let exact): return exact
    }
  }

  private func value(in model: Model) -> Int64 {
    switch amount {
    case .exactly(let exact): return exact
    case .rest: return 7
    case .available(let more):
      guard model.accounts.contains(from) else { return 1 }
      return max(1, model.available(from, at: model.now).addingReportingOverflow(more).partialValue)
    }
  }
}
