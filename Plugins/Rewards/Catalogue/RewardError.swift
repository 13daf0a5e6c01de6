internal import QixDefinitions
internal import QixKernel

/// Why something was not done to the catalogue. Nothing has changed when one is thrown, but by `someRefused`.
enum RewardError: Diagnosable, Equatable {
  case notFound(String, near: String?)
  /// - Parameter faults: each with its place, in the order in which they stand in the file.
  case faulty(source: String, faults: [PlacedFault])
  /// A catalogue of which nothing was imported.
  case faultyLines(file: String, LineFaults)
  /// A catalogue of which the other lines were imported.
  case someRefused(file: String, LineFaults)
  case wrongState(String, Reward.State, wanted: Verb)
  /// What rewards lack before users can have them; clauses.
  case notReady([String], [String])
  case keyConflict(String)
  case malformedKey
  case notCounted(String)
  /// Fewer pieces would be there than are held for users.
  case heldPieces(String, Shelf.Standing, StockChange.Kind, Int64)
  case noReason
  /// Pieces that lie there, or are held, stand in the way of not counting any more.
  case stillCounted(String, Shelf.Standing)
  case changedMeanwhile(String)
  case priceInPast(Timestamp)
  case malformedTime(option: String, String)
  case emptyOffer
  /// An offer that is no less than the price.
  case noOffer(String, coins: Int64, regular: Int64)
  case noPrice(String, at: Timestamp)
  case noPriceEntry(Int64, of: String)
  case priceInForce(Int64, of: String)

  enum Verb: String, Sendable {
    case publish, retire
    case price = "give a new price to"
    case fill = "put more pieces on the shelf of"
    case countStock = "change how pieces are counted of"
  }

  init(_ faults: Faults, in source: FaultSource) {
    self = .faulty(source: source.name, faults: source.placed(faults))
  }

  var category: ErrorCategory {
    switch self {
    case .notFound, .noPriceEntry: .notFound
    case .faulty(_, let faults): faults.allSatisfy { $0.fault.kind == .duplicate } ? .conflict : .usage
    case .faultyLines(_, let faults), .someRefused(_, let faults): faults.isAllTaken ? .conflict : .usage
    case .wrongState, .keyConflict, .priceInForce: .conflict
    case .notReady, .notCounted, .heldPieces, .stillCounted, .noOffer, .noPrice: .refused
    case .malformedKey, .noReason, .priceInPast, .malformedTime, .emptyOffer: .usage
    case .changedMeanwhile: .busy
    }
  }

  var code: String {
    switch self {
    case .notFound: "rewards.not-found"
    case .faulty, .faultyLines: category == .conflict ? "rewards.name-taken" : "rewards.faulty"
    case .someRefused: "rewards.some-refused"
    case .wrongState: "rewards.wrong-state"
    case .notReady: "rewards.not-ready"
    case .keyConflict: "rewards.key-conflict"
    case .malformedKey: "rewards.key-malformed"
    case .notCounted: "rewards.not-counted"
    case .heldPieces: "rewards.held-pieces"
    case .noReason: "rewards.reason-needed"
    case .stillCounted: "rewards.still-counted"
    case .changedMeanwhile: "rewards.changed-meanwhile"
    case .priceInPast: "rewards.price-in-past"
    case .malformedTime: "rewards.time-malformed"
    case .emptyOffer: "rewards.empty-offer"
    case .noOffer: "rewards.no-offer"
    case .noPrice: "rewards.no-price"
    case .noPriceEntry: "rewards.price-not-found"
    case .priceInForce: "rewards.price-in-force"
    }
  }
}
