internal import QixModule

/// A picture of the brand's own, without its bytes.
struct BrandPicture: Sendable, Equatable {
  /// The name in commands, descriptions and addresses, which can't be changed.
  let name: String
  /// What it shows, in a few words; may be empty.
  let alt: String
  /// Of the bytes: `PlainJPEG.digest`.
  let digest: String
  /// Pixels.
  let width: Int64
  let height: Int64
  /// Bytes, without the smaller one.
  let bytes: Int64
  let added: Timestamp

  /// The path that browsers may keep for ever: other bytes have another.
  var address: String { "/v1/\(PicturesModule.folder)/\(name).\(digest)" }

  static let fields: [Field<BrandPicture>] = [
    Field("picture", .text) { $0.name },
    Field("alt", .text) { $0.alt.isEmpty ? nil : $0.alt },
    Field("width", .integer) { $0.width },
    Field("height", .integer) { $0.height },
    Field("bytes", .bytes) { $0.bytes },
    Field("added", .time) { $0.added },
    Field("digest", .text) { $0.digest }.aside,
    Field("address", .text) { $0.address }.aside,
  ]
}
