internal import QixCrypto
internal import QixModule

/// The lens's answer about a picture. The worker that answered has read a stranger's file, so nothing in it is believed
/// but what is looked at here.
struct EncodedPicture: Sendable, Equatable {
  /// Bytes.
  static let most = 2_000_000
  static let mostSmall = 500_000
  /// Pixels of the longer side.
  static let longest = 1_600
  static let longestSmall = 480

  let large: PlainJPEG
  let small: PlainJPEG

  /// - Returns: nil for what `PictureOperation` does not answer.
  init?(_ reading: JSONObject) {
    guard let large = Self.jpeg(reading["picture"], most: Self.most, longest: Self.longest),
      let small = Self.jpeg(reading["small"], most: Self.mostSmall, longest: Self.longestSmall)
    else { return nil }
    self.init(large: large, small: small)
  }

  init(large: PlainJPEG, small: PlainJPEG) { (self.large, self.small) = (large, small) }

  private static func jpeg(_ value: JSONValue?, most: Int, longest: Int) -> PlainJPEG? {
    guard let text = value?.string, text.utf8.count <= most * 4 / 3 + 4, let bytes = Base64.padded.decode(text),
      bytes.count <= most, let jpeg = PlainJPEG(bytes), max(jpeg.width, jpeg.height) <= longest
    else { return nil }
    return jpeg
  }
}
