internal import QixDefinitions
internal import QixModule

enum CardError {
  /// All faults of a card's file or options. Nothing has changed when it is thrown.
  static func faulty(_ found: Faults, in place: FaultSource) -> Failure {
    place.failure("cards", found, hint: "Nothing was changed. docs/cards.md describes the card file.")
  }
}
