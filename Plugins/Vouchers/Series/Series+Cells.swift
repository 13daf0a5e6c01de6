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

  /// Nil where a voucher can be used until its value is spent.
  private var uses: Int64? { terms.keepsRest ? nil : terms.uses }

  /// No number is left or missing where they are made when they are needed.
  var left: Int64? { terms.source == .onDemand ? nil : free }

  /// A series at a moment.
  typealias Dated = (series: Series, now: Timestamp)

  private static let head: [Field<Dated>] = [
    Field("series", .id.orNull) { $0.series.id },
    Field("name", .text) { $0.series.terms.name },
    Field("title", .text) { $0.series.terms.title },
    Field("state", .text) { $0.series.state(at: $0.now) },
  ]

  static let listed: [Field<Dated>] =
    head + [
      Field("source", .text) { $0.series.terms.source.name },
      Field("value", .figure) { $0.series.terms.value?.description },
      Field("minimum_purchase", .figure, "MINIMUM") { $0.series.terms.minimumPurchase?.description },
      Field("uses", .integer) { $0.series.uses },
      Field("until", .time) { $0.series.terms.end },
      Field("made", .integer) { $0.series.made },
      Field("left", .integer) { $0.series.left },
    ]

  /// Everything about it.
  static let details: [Field<Dated>] =
    head + [
      Field("source", .text, "codes are") { $0.series.terms.source.name },
      Field("value", .text) { $0.series.terms.value?.description },
      Field("minimum_purchase", .text) { $0.series.terms.minimumPurchase?.description },
      Field("keeps_rest", .boolean, "keeps remaining value") { $0.series.terms.keepsRest },
      Field("from", .time) { $0.series.terms.start },
      Field("until", .time) { $0.series.terms.end },
      Field("valid_for", .text, "good for") { $0.series.terms.validity?.description },
      Field("uses", .integer, "uses of each") { $0.series.uses },
      Field("barcode", .text) { $0.series.terms.symbology.name },
      Field("prefix", .text) { $0.series.terms.prefix },
      Field("created", .time) { $0.series.created },
      Field("voided", .time, "void since") { $0.series.voided },
      Field("made", .integer) { $0.series.made },
      Field("left", .integer, "in stock") { $0.series.left },
    ]
}
