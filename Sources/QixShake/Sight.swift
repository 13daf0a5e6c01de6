package import QixCrypto
package import QixLens

/// A file that a shake brings, for an operation of the lens to look at before the shake's transaction: a photo of a
/// barcode.
package struct SightField: Sendable {
  /// Its name in requests: `image`.
  package let name: String
  /// The operation that looks at it: `barcodes`.
  package let operation: String
  package let help: String
  package let isRequired: Bool

  package init(_ name: String, operation: String, _ help: String, isRequired: Bool = false) {
    self.name = name
    self.operation = operation
    self.help = help
    self.isRequired = isRequired
  }
}

/// A look at a file that a user brought: made by the server's own look at it, never taken from what a
/// client says.
package struct Sight: Sendable, Equatable {
  package let operation: String
  /// SHA-256 of the file. It stands for the file in the digest of a request: another version of qix may read more of the
  /// same file.
  package let digest: Hash256
  /// The length of the file.
  package let bytes: Int
  /// The operation's answer; `LensOperation.accepts` holds of it.
  package let reading: JSONObject

  /// For callers that looked elsewhere, such as tests.
  package init(operation: String, digest: Hash256, bytes: Int, reading: JSONObject) {
    self.operation = operation
    self.digest = digest
    self.bytes = bytes
    self.reading = reading
  }

  /// Looks at a file.
  /// - Throws: `LensError`, or `LibraryError` where the operation lacks a library.
  package init(
    of file: LensFile, by operation: String, _ options: JSONObject = JSONObject(), lens: Lens
  ) throws {
    try self.init(lens.bytes(of: file, for: operation), by: operation, options, lens: lens)
  }

  /// Looks at files that show one thing in parts: the operation gets all their bytes, and the bytes of each as `parts`.
  package init(of parts: [LensFile], by operation: String, lens: Lens) throws {
    let parts = try parts.map { try lens.bytes(of: $0, for: operation) }
    // Where one part ends and the next begins is a part of the digest.
    let sizes = parts.count > 1 ? parts.map(\.count) : []
    let options: JSONObject = sizes.isEmpty ? [:] : ["parts": .array(sizes.map { .integer(Int64($0)) })]
    try self.init(parts.flatMap { $0 }, by: operation, options, sizes: sizes, lens: lens)
  }

  private init(
    _ bytes: [UInt8], by operation: String, _ options: JSONObject, sizes: [Int] = [], lens: Lens
  ) throws {
    var hash = SHA256()
    for size in sizes { hash.update(Array("\(size)\n".utf8)) }
    hash.update(bytes)
    var digest = Hash256()
    digest.withUnsafeMutableBytes { hash.finish(into: $0) }
    // The bytes that were hashed are those that are looked at, whatever becomes of the file meanwhile.
    let reading = try lens.look(operation, at: LensFile(bytes), options)
    self.init(operation: operation, digest: digest, bytes: bytes.count, reading: reading)
  }
}
