internal import QixDefinitions
internal import QixModule

/// Refusals that several commands make. Nothing has changed when one is thrown.
enum CardError {
  case notFound(String, near: String?)
  case tooMany

  var failure: Failure {
    switch self {
    case .notFound(let reference, let near):
      Failure(
        "cards.not-found", .notFound, "there is no card '\(reference)'\(near.map { "; did you mean '\($0)'?" } ?? "")",
        hint: "List cards with `qix card list`.")
    case .tooMany:
      Failure(
        "cards.too-many", .refused, "there are \(Card.most) cards already, the most that there can be",
        hint: "Remove old ones with `qix card remove NAME`.")
    }
  }

  /// All faults of a card's file or options, in their order. It is a conflict if only the name is taken.
  static func faulty(_ found: Faults, in place: FaultSource) -> Failure {
    let faults = place.placed(found)
    let isTaken = faults.allSatisfy { $0.fault.kind == .duplicate }
    return Failure(
      isTaken ? "cards.name-taken" : "cards.faulty", isTaken ? .conflict : .usage,
      faults.count == 1
        ? "\(place.name) can't be used: \(faults[0].sentence)"
        : "\(place.name) can't be used, for \(faults.count) reasons:\n"
          + faults.map { "  \($0.sentence)" }.joined(separator: "\n"),
      hint: "Nothing was changed. docs/cards.md describes the card file.")
  }
}
