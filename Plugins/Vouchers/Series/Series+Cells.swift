internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VouchersContract

extension Series {
  /// In one word: `void`, `over`, `not-yet`, `open`.
  func state(at now: Timestamp) -> String {
    if voided != nil { return "void" }
    if let end = terms.end, end <= now { return "over" }
    if let start = terms.start, now < start { return "not-yet" }
    return "open"
  }

  static let tableColumns = [
    Column("series", "SERIES"), Column("name", "NAME"), Column("title", "TITLE"), Column("state", "STATE"),
    Column("source", "SOURCE"), Column("value", "VALUE", alignment: .trailing),
    Column("minimum_purchase", "MINIMUM", alignment: .trailing), Column("uses", "USES", alignment: .trailing),
    Column("until", "UNTIL"), Column("made", "MADE", alignment: .trailing),
    Column("left", "LEFT", alignment: .trailing),
  ]

  func cells(at now: Timestamp) -> [Cell] {
    [
      .identifier("\(id)"), .text(terms.name), .text(terms.title), .text(state(at: now)), .text(terms.source.name),
      terms.value.map { .text("\($0)") } ?? .missing, terms.minimumPurchase.map { .text("\($0)") } ?? .missing,
      terms.keepsRest ? .missing : .integer(terms.uses), terms.end.map(Cell.timestamp) ?? .missing, .integer(made),
      left,
    ]
  }

  /// Nothing is left or missing where they are made when they are needed.
  var left: Cell { terms.source == .onDemand ? .missing : .integer(free) }

  /// Everything about it, as fields.
  func describe(in document: inout Document, at now: Timestamp) {
    document.field("series", "series", .identifier("\(id)"))
    document.field("name", "name", .text(terms.name))
    document.field("title", "title", .text(terms.title))
    document.field("state", "state", .text(state(at: now)))
    document.field("source", "codes are", .text(terms.source.name))
    document.field("value", "value", terms.value.map { .text("\($0)") } ?? .missing)
    document.field("minimum_purchase", "minimum purchase", terms.minimumPurchase.map { .text("\($0)") } ?? .missing)
    document.field("keeps_rest", "rest stays on it", .boolean(terms.keepsRest))
    document.field("from", "from", terms.start.map(Cell.timestamp) ?? .missing)
    document.field("until", "until", terms.end.map(Cell.timestamp) ?? .missing)
    document.field("valid_for", "good for", terms.validity.map { .text("\($0)") } ?? .missing)
    document.field("uses", "uses of each", terms.keepsRest ? .missing : .integer(terms.uses))
    document.field("barcode", "barcode", .text(terms.symbology.name))
    document.field("prefix", "prefix", terms.prefix.map(Cell.text) ?? .missing)
    document.field("created", "created", .timestamp(created))
    document.field("voided", "void since", voided.map(Cell.timestamp) ?? .missing)
    document.field("made", "made", .integer(made))
    document.field("left", "nobody has", left)
  }
}
