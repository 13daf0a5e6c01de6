internal import QixCrypto
internal import QixLens
internal import QixModule

/// Decodes a picture and encodes it again, within a worker: as JPEG, upright, and without what else its file says.
struct PictureOperation: LensOperation {
  static let name = "pictures-encode"
  static let limits = LensLimits(
    fileBytes: 24 << 20, seconds: 20, memory: 1 << 30, answerBytes: 4 << 20, rights: Picture.rights)

  /// The best comes first; a picture that is too large then gets the next.
  private static let qualities = [88, 75, 60, 40]

  init() throws { try Picture.load() }

  func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject {
    let bytes = try file.bytes(most: Self.limits.fileBytes)
    // A page of a document is not a picture.
    guard !bytes.starts(with: Array("%PDF-".utf8)) else { throw LensFault.unknownFormat }
    let picture = try Self.encoded(bytes, longest: EncodedPicture.longest, most: EncodedPicture.most)
    let small = try Self.encoded(bytes, longest: EncodedPicture.longestSmall, most: EncodedPicture.mostSmall)
    return ["picture": .string(picture), "small": .string(small)]
  }

  /// - Parameters:
  ///   - longest: pixels of the longer side.
  ///   - most: bytes.
  private static func encoded(_ file: [UInt8], longest: Int, most: Int) throws(LensFault) -> String {
    let picture = try Picture.decode(file, longest: longest)
    for quality in qualities {
      let bytes = try picture.jpeg(quality: quality)
      if bytes.count <= most { return Base64.padded.encode(bytes) }
    }
    throw LensFault.tooMuch
  }

  static func accepts(_ reading: JSONObject) -> Bool { EncodedPicture(reading) != nil }
}
