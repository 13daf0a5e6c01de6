internal import QixModule

/// Finds the lots that a transfer has made.
///
/// They were numbered when it was posted, so they stand where numbers of its age do, and are found by halving: an index
/// would cost every grant.
enum LotsOfTransfer {
  /// - Parameters:
  ///   - last: the greatest number of a lot.
  ///   - hint: a lot near which they may stand; who looks for the lots of many transfers, one behind the other, knows one.
  /// - Returns: the number of the first lot that the transfer has made, or, where it has made none, of the first behind.
  static func start(
    of transfer: Int64, last: Int64, near hint: Int64? = nil, in connection: Connection
  ) throws -> Int64 {
    let owner = try connection.statement("SELECT transfer FROM coins_lots WHERE lot = ?1")
    func isBefore(_ lot: Int64) throws -> Bool {
      owner.bind(lot, at: 1)
      return try owner.first { $0.integer(0) } ?? .max < transfer
    }
    var (low, high) = (Int64(1), last + 1)
    if let hint, (low..<high).contains(hint) {
      // Steps that double, away from the hint, until it lies between two of them.
      var step: Int64 = 1
      if try isBefore(hint) {
        low = hint + 1
        while low + step < high {
          guard try isBefore(low + step) else {
            high = low + step
            break
          }
          low += step + 1
          step *= 2
        }
      } else {
        high = hint
        while high - step > low {
          guard try !isBefore(high - step) else {
            low = high - step + 1
            break
          }
          high -= step
          step *= 2
        }
      }
    }
    while low < high {
      let middle = low + (high - low) / 2
      if try isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
