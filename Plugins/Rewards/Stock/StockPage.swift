internal import QixModule

/// The page of a reward's pieces.
struct StockPage {
  /// Nil where pieces are not counted.
  let standing: RewardStock.Standing?

  static let fields: [Field<StockPage>] = [
    Field("counted", .boolean) { $0.standing != nil },
    Field("shelf", .integer, "on the shelf", for: .business) { $0.standing?.posted },
    Field("held", .integer, "held", for: .business) { $0.standing?.held },
    Field("available", .integer) { $0.standing?.available },
    Field("given_out", .integer, for: .business) { $0.standing?.givenOut },
  ]

  /// Changes by hand.
  static let changes: [Field<StockChange>] = [
    Field("at", .time) { $0.at },
    Field("change", .text) { $0.kind.name },
    Field("pieces", .integer.orNull) { $0.pieces },
    Field("difference", .integer) { $0.difference },
    Field("shelf", .integer.orNull) { $0.shelf },
    Field("reason", .text, for: .reason) { $0.reason },
  ]
}
