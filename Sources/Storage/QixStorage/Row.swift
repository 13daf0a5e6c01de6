package import QixKernel

/// The row that a statement stands on, valid until its next step.
///
/// Columns are read by name, as what is wanted: `let name: String = row["name"]`. A null is 0 or empty where no optional
/// is wanted. By number, from 0, they are read where rows by the million are: the ledger's hot path.
package struct Row {
  let base: any EngineStatement

  package subscript(name: StaticString) -> Int64 { integer(index(name)) }
  package subscript(name: StaticString) -> Int64? { optionalInteger(index(name)) }
  package subscript(name: StaticString) -> Int { Int(integer(index(name))) }
  package subscript(name: StaticString) -> Int? { optionalInteger(index(name)).map { Int($0) } }
  /// Whether it is another number than 0.
  package subscript(name: StaticString) -> Bool { integer(index(name)) != 0 }
  package subscript(name: StaticString) -> Bool? { optionalInteger(index(name)).map { $0 != 0 } }
  package subscript(name: StaticString) -> Double { real(index(name)) }
  package subscript(name: StaticString) -> Double? { optionalReal(index(name)) }
  package subscript(name: StaticString) -> Timestamp { time(index(name)) }
  package subscript(name: StaticString) -> Timestamp? { optionalTime(index(name)) }
  package subscript(name: StaticString) -> String { text(index(name)) }
  package subscript(name: StaticString) -> String? { optionalText(index(name)) }
  package subscript(name: StaticString) -> [UInt8] { blob(index(name)) }
  package subscript(name: StaticString) -> [UInt8]? { optionalBlob(index(name)) }
  /// - Throws: `StorageError.corrupt` when the column does not hold sixteen bytes.
  package subscript<Tag: IdentifierTag>(name: StaticString) -> Identifier<Tag> {
    get throws(StorageError) { try identifier(index(name)) }
  }
  /// - Throws: `StorageError.corrupt` when the column holds something else than sixteen bytes, or null.
  package subscript<Tag: IdentifierTag>(name: StaticString) -> Identifier<Tag>? {
    get throws(StorageError) { try optionalIdentifier(index(name)) }
  }

  /// The bytes of a text or blob without a copy, valid until the next step.
  package func bytes(_ name: StaticString) -> UnsafeRawBufferPointer { bytes(index(name)) }

  private func index(_ name: StaticString) -> Int { base.columns.index(of: name) }

  package func integer(_ column: Int) -> Int64 { base.integer(column) }
  package func optionalInteger(_ column: Int) -> Int64? { base.isNull(column) ? nil : base.integer(column) }
  package func real(_ column: Int) -> Double { base.real(column) }
  func optionalReal(_ column: Int) -> Double? { base.isNull(column) ? nil : base.real(column) }
  package func time(_ column: Int) -> Timestamp { Timestamp(stored: base.integer(column)) }
  package func optionalTime(_ column: Int) -> Timestamp? { base.isNull(column) ? nil : time(column) }
  package func text(_ column: Int) -> String { String(decoding: base.bytes(column), as: UTF8.self) }
  package func optionalText(_ column: Int) -> String? { base.isNull(column) ? nil : text(column) }
  package func blob(_ column: Int) -> [UInt8] { Array(base.bytes(column)) }
  func optionalBlob(_ column: Int) -> [UInt8]? { base.isNull(column) ? nil : blob(column) }
  /// The bytes of a text or blob without a copy, valid until the next step.
  package func bytes(_ column: Int) -> UnsafeRawBufferPointer { base.bytes(column) }

  /// - Throws: `StorageError.corrupt` when the column does not hold sixteen bytes.
  package func identifier<Tag: IdentifierTag>(_ column: Int, _: Tag.Type = Tag.self) throws(StorageError) -> Identifier<
    Tag
  > {
    guard let identifier = Identifier<Tag>(base.bytes(column)) else {
      throw .corrupt("an identifier of kind '\(Tag.prefix)' is not sixteen bytes long")
    }
    return identifier
  }

  /// Nil for a null.
  /// - Throws: `StorageError.corrupt` when the column holds something else than sixteen bytes.
  package func optionalIdentifier<Tag: IdentifierTag>(_ column: Int, _: Tag.Type = Tag.self) throws(StorageError)
    -> Identifier<Tag>?
  { base.isNull(column) ? nil : try identifier(column) }
}
