internal import QixModule

/// The page of a reward's pieces.
enum StockPage {
  /// - Parameter standing: nil where pieces are not counted.
  static func fields(of standing: RewardStock.Standing?, into document: inout Document) {
    document.group("stock", "Stock") { group in
      group.field("counted", .boolean(standing != nil))
      group.field("shelf", "on the shelf", .integer(standing?.posted), confidential: .business)
      group.field("held", "held", .integer(standing?.held), confidential: .business)
      group.field("available", .integer(standing?.available))
      group.field("given_out", .integer(standing?.givenOut), confidential: .business)
    }
  }

  static func table(of changes: [StockChange], into document: inout Document) {
    document.table("changes", title: "Changes by hand", byHand, rows: changes)
  }

  private static let byHand: [RowField<StockChange>] = [
    RowField("at") { .timestamp($0.at) },
    RowField("change") { .text($0.kind.name) },
    RowField(number: "pieces") { .integer($0.pieces) },
    RowField(number: "difference") { .integer($0.difference) },
    RowField(number: "shelf") { .integer($0.shelf) },
    RowField("reason", confidential: .reason) { .text($0.reason) },
  ]
}
