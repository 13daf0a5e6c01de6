package import QixKernel
package import QixStorage

/// A module with files that the server serves to everybody, without signing in: pictures of the brand's own.
package protocol FileServing: Module {
  /// The part of the files' addresses below `/v1`: `pictures`.
  static var folder: String { get }
  /// The file at `/v1/FOLDER/NAME`; nil where there is none.
  /// - Parameter size: of `?size=`; nil where the address has none.
  static func file(_ name: String, size: String?, in connection: Connection) throws -> PublicFile?
}

/// A file for everybody.
package struct PublicFile: Sendable, Equatable {
  /// Its media type.
  package let type: String
  package let bytes: [UInt8]
  /// Tells these bytes from all others at the address (RFC 9110 §8.8.3), without quotes.
  package let tag: String
  /// Whether the address never leads to other bytes, so that browsers may keep them without asking again.
  package let isLasting: Bool

  package init(_ type: String, _ bytes: [UInt8], tag: String, isLasting: Bool) {
    (self.type, self.bytes, self.tag, self.isLasting) = (type, bytes, tag, isLasting)
  }
}
