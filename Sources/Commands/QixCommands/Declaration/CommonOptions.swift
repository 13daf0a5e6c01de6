package import QixKernel

/// `--limit` and `--after`, of every list that is read page by page; `--before` where the newest come first.
package struct PageOptions<Key: Sendable>: Sendable {
  @Option package var limit: Int64
  @Option package var after: Key?

  /// - Parameters:
  ///   - what: the rows, with a capital letter: `Raffles`.
  ///   - type: of what a row is known by.
  ///   - one: what a row is called behind "this" in the help.
  package init(
    _ what: Sentence, after type: ValueType<Key>, placeholder: String? = nil, _ one: Sentence = "one",
    default limit: String = "50"
  ) {
    self.init(what, "after", type, placeholder, one, limit)
  }

  package init(_ what: Sentence, before type: ValueType<Key>, placeholder: String? = nil) {
    self.init(what, "before", type, placeholder, "one", "50")
  }

  private init(
    _ what: Sentence, _ option: String, _ type: ValueType<Key>, _ placeholder: String?, _ one: Sentence, _ limit: String
  ) {
    _limit = Option("limit", .rows(), placeholder: "N", "\(what) at most", default: limit)
    _after = Option(
      option, type.serving(.cursor), placeholder: placeholder,
      "Continue after this \(one), the last of the previous page")
  }

  /// The number of rows to look for: one more than is shown tells whether there is more.
  package var sought: Int64 { limit + 1 }
}

extension Document {
  /// A page of a list, whose first field is what a row is known by: what is printed alone under `--quiet`, and where
  /// the next page goes on.
  /// - Parameters:
  ///   - found: as many rows as `PageOptions.sought` at most.
  ///   - place: where the next page goes on, in place of the first field.
  ///   - none: the note where there is no row.
  package mutating func page<Row, Key>(
    _ key: String, _ fields: [Field<Row>], found: [Row], _ options: PageOptions<Key>,
    goingOnBehind place: ((Row) -> Cell)? = nil, none: Sentence? = nil
  ) {
    let rows = found.prefix(Int(options.limit))
    let next = found.count > rows.count ? rows.last.map(place ?? fields[0].cell) : nil
    page(next: next)
    rowsOfPage(key, fields, rows, none: none)
    if let next { noteRest(options.$after.label.description, next.plain) }
  }

  /// The rows of a list of which there is one page, whose first field is what a row is known by.
  /// - Parameters:
  ///   - found: one row more than the limit where there are more.
  ///   - advice: how to see more.
  ///   - none: the note where there is no row.
  package mutating func page<Row>(
    _ key: String, _ fields: [Field<Row>], found: [Row], limit: Int64, advice: String = "use a greater --limit",
    none: Sentence? = nil
  ) {
    let rows = found.prefix(Int(limit))
    page(more: found.count > rows.count)
    rowsOfPage(key, fields, rows, none: none)
    if found.count > rows.count { noteMore("\(advice)") }
  }

  private mutating func rowsOfPage<Row>(
    _ key: String, _ fields: [Field<Row>], _ rows: ArraySlice<Row>, none: Sentence?
  ) {
    if !rows.isEmpty { primary = rows.map { fields[0].cell($0).plain }.joined(separator: "\n") }
    table(key, fields, rows: rows)
    if rows.isEmpty, let none { note(none) }
  }
}
