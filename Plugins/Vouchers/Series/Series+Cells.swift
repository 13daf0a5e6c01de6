internal import QixModule
internal import VouchersContract

extension Series {
  /// In one word: `void`, `over`, `not-yet`, `open`.
  func state(at now: Timestamp) -> String {
    if voided != nil { return "void" }
    if let end = terms.end, end <= now { return "over" }
    if let start = terms.start, now < start { return "not-yet" }
    return "open"
  }

  static func fields(at now: Timestamp) -> [RowField<Series>] {
    [
      RowField("series") { .identifier($0.id) },
      RowField("name") { .text($0.terms.name) },
      RowField("title") { .text($0.terms.title) },
      RowField("state") { .text($0.state(at: now)) },
      RowField("source") { .text($0.terms.source.name) },
      RowField(number: "value") { .money($0.terms.value) },
      RowField(number: "minimum_purchase", "MINIMUM") { .money($0.terms.minimumPurchase) },
      RowField(number: "uses") { $0.uses },
      RowField("until") { .timestamp($0.terms.end) },
      RowField(number: "made") { .integer($0.made) },
      RowField(number: "left") { $0.left },
    ]
  }

  /// Missing where a voucher can be used until its value is spent.
  private var uses: Cell { terms.keepsRest ? .missing : .integer(terms.uses) }

  /// No number is left or missing where they are made when they are needed.
  var left: Cell { terms.source == .onDemand ? .missing : .integer(free) }

  /// Everything about it, as fields.
  func describe(in document: inout Document, at now: Timestamp) {
    document.field("series", .identifier(id))
    document.field("name", .text(terms.name))
    document.field("title", .text(terms.title))
    document.field("state", .text(state(at: now)))
    document.field("source", "codes are", .text(terms.source.name))
    document.field("value", .money(terms.value))
    document.field("minimum_purchase", .money(terms.minimumPurchase))
    document.field("keeps_rest", "keeps remaining value", .boolean(terms.keepsRest))
    document.field("from", .timestamp(terms.start))
    document.field("until", .timestamp(terms.end))
    document.field("valid_for", "good for", .text(terms.validity.map { "\($0)" }))
    document.field("uses", "uses of each", uses)
    document.field("barcode", .text(terms.symbology.name))
    document.field("prefix", .text(terms.prefix))
    document.field("created", .timestamp(created))
    document.field("voided", "void since", .timestamp(voided))
    document.field("made", .integer(made))
    document.field("left", "in stock", left)
  }
}

extension Cell {
  /// An amount with its currency, `2.50 EUR`; a missing value for nil.
  static func money(_ amount: Money?) -> Cell { .text(amount.map { "\($0)" }) }
}
