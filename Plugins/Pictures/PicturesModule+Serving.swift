package import QixModule

/// `GET /v1/pictures/NAME`, and `NAME.DIGEST` for browsers to keep; `?size=small` is the smaller one.
extension PicturesModule: FileServing {
  package static let folder = "pictures"

  package static func file(_ name: String, size: String?, in connection: Connection) throws -> PublicFile? {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard size == nil || size == "small", let first = parts.first,
      let found = try PictureStore(connection).content(first, isSmall: size != nil)
    else { return nil }
    // An address with an older digest leads to the present picture. Browsers must not keep that one.
    return PublicFile(
      "image/jpeg", found.bytes, tag: size.map { "\(found.digest)-\($0)" } ?? found.digest,
      isLasting: parts.count == 2 && parts[1] == found.digest)
  }
}
