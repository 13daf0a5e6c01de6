package import QixKernel

/// A prepared statement of one connection; parameters count from 1.
///
/// For what runs once, `Connection.execute` and `Connection.fetchAll` are shorter. A batch keeps its statements and binds
/// without allocating.
package struct Statement {
  let base: any EngineStatement

  package func bind(_ value: Int64, at index: Int) { base.bind(value, at: index) }
  package func bind(_ value: Int64?, at index: Int) {
    if let value { base.bind(value, at: index) } else { base.bindNull(at: index) }
  }
  package func bind(_ value: Timestamp, at index: Int) { base.bind(value.microseconds, at: index) }
  package func bind(_ value: Timestamp?, at index: Int) { bind(value?.microseconds, at: index) }
  package func bind<Tag>(_ value: Identifier<Tag>, at index: Int) { value.withBytes { base.bindBlob($0, at: index) } }
  package func bind(blob bytes: UnsafeRawBufferPointer, at index: Int) { base.bindBlob(bytes, at: index) }
  package func bind(text bytes: UnsafeRawBufferPointer, at index: Int) { base.bindText(bytes, at: index) }

  package func bind(_ value: String?, at index: Int) {
    guard var value else { return base.bindNull(at: index) }
    value.withUTF8 { base.bindText(UnsafeRawBufferPointer($0), at: index) }
  }

  package func bind(_ value: Value, at index: Int) {
    switch value {
    case .integer(let integer): base.bind(integer, at: index)
    case .real(let real): base.bind(real, at: index)
    case .text(let text): bind(text, at: index)
    case .blob(let bytes): bytes.withUnsafeBytes { base.bindBlob($0, at: index) }
    case .null: base.bindNull(at: index)
    }
  }

  func bind(_ values: [Value]) {
    for (index, value) in values.enumerated() { bind(value, at: index + 1) }
  }

  /// Runs it to its end and makes it ready for the next time.
  package func run() throws(StorageError) {
    defer { base.reset() }
    while try base.step() {}
  }

  /// Returns the first row, handed to `body`, or nil when there is none.
  package func first<Result>(_ body: (Row) throws -> Result) throws -> Result? {
    defer { base.reset() }
    guard try base.step() else { return nil }
    return try body(Row(base: base))
  }

  /// Hands over each row until `body` returns false.
  package func forEach(while body: (Row) throws -> Bool) throws {
    defer { base.reset() }
    while try base.step() {
      guard try body(Row(base: base)) else { return }
    }
  }

  /// A cursor by hand, for walking two results side by side; `reset` it when done.
  package func step() throws(StorageError) -> Row? { try base.step() ? Row(base: base) : nil }
  package func reset() { base.reset() }
}
