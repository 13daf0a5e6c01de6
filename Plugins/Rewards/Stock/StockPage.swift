internal import QixKernel
internal import QixTerminal

/// How the pieces of a reward are shown.
enum StockPage {
  /// - Parameter standing: nil where pieces are not counted.
  static func fields(of standing: Shelf.Standing?, into document: inout Document) {
    document.group("stock", "Stock") { group in
      group.field("counted", "counted", .boolean(standing != nil))
      group.field("shelf", "on the shelf", standing.map { .integer($0.posted) } ?? .missing)
      group.field("held", "of these held", standing.map { .integer($0.held) } ?? .missing)
      group.field("available", "available", standing.map { .integer($0.available) } ?? .missing)
      group.field("given_out", "given out", standing.map { .integer($0.givenOut) } ?? .missing)
    }
  }

  static func table(of changes: [StockChange], into document: inout Document) {
    document.table(
      "changes", title: "Changes by hand",
      columns: [
        Column("at", "AT"), Column("change", "CHANGE"), Column("pieces", "PIECES", alignment: .trailing),
        Column("difference", "DIFFERENCE", alignment: .trailing), Column("shelf", "SHELF", alignment: .trailing),
        Column("reason", "REASON", confidential: .reason),
      ],
      rows: changes.map {
        [
          .timestamp($0.at), .text($0.kind.name), .integer($0.pieces), .integer($0.difference), .integer($0.shelf),
          $0.reason.map(Cell.text) ?? .missing,
        ]
      })
  }
}
