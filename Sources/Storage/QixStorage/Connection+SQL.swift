package import QixKernel

/// Statements with their values in place, and rows read by name.
extension Connection {
  /// Runs a statement to its end.
  package func execute(_ sql: SQL) throws(StorageError) { try bound(sql).run() }

  /// The first row, or nil.
  package func fetchOne<Result>(_ sql: SQL, _ read: (Row) throws -> Result) throws -> Result? {
    try bound(sql).first(read)
  }

  /// Every row, in an array.
  package func fetchAll<Result>(_ sql: SQL, _ read: (Row) throws -> Result) throws -> [Result] {
    var results: [Result] = []
    try forEach(sql) { results.append(try read($0)) }
    return results
  }

  /// Hands over each row, in constant memory.
  package func forEach(_ sql: SQL, _ body: (Row) throws -> Void) throws {
    try bound(sql).forEach {
      try body($0)
      return true
    }
  }

  /// Hands over each row until `body` returns false.
  package func fetchWhile(_ sql: SQL, _ body: (Row) throws -> Bool) throws { try bound(sql).forEach(while: body) }

  /// Whether there is a row.
  package func has(_ sql: SQL) throws -> Bool { try fetchOne(sql) { _ in true } ?? false }

  // The first column, for statements that have one: of the first row, nil where there is none or a null, or of every row.
  package func fetchOne(_ sql: SQL) throws -> Int64? { try fetchOne(sql) { $0.optionalInteger(0) } ?? nil }
  package func fetchOne(_ sql: SQL) throws -> String? { try fetchOne(sql) { $0.optionalText(0) } ?? nil }
  package func fetchOne(_ sql: SQL) throws -> Timestamp? { try fetchOne(sql) { $0.optionalTime(0) } ?? nil }
  package func fetchOne(_ sql: SQL) throws -> [UInt8]? { try fetchOne(sql) { $0.optionalBlob(0) } ?? nil }
  package func fetchOne<Tag: IdentifierTag>(_ sql: SQL) throws -> Identifier<Tag>? {
    try fetchOne(sql) { try $0.optionalIdentifier(0) } ?? nil
  }
  package func fetchAll(_ sql: SQL) throws -> [Int64] { try fetchAll(sql) { $0.integer(0) } }
  package func fetchAll(_ sql: SQL) throws -> [String] { try fetchAll(sql) { $0.text(0) } }
  package func fetchAll(_ sql: SQL) throws -> [[UInt8]] { try fetchAll(sql) { $0.blob(0) } }
  package func fetchAll<Tag: IdentifierTag>(_ sql: SQL) throws -> [Identifier<Tag>] {
    try fetchAll(sql) { try $0.identifier(0) }
  }

  private func bound(_ sql: SQL) throws(StorageError) -> Statement {
    let statement = try statement(sql.text)
    for (index, argument) in sql.arguments.enumerated() { statement.bind(argument.value, at: index + 1) }
    return statement
  }
}
