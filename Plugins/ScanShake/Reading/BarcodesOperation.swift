internal import QixBarcodeReading
internal import QixShake

/// Looks for barcodes in a picture, within a worker.
struct BarcodesOperation: LensOperation {
  static let name = "barcodes"
  static let limits = LensLimits(
    fileBytes: 20 << 20, seconds: 10, memory: 1 << 30, answerBytes: 128 << 10, rights: Picture.rights)
  /// Pixels of the longer side of what is decoded; a larger picture is shrunk.
  private static let longest = 4_800

  private let reader: BarcodeReader

  init() throws {
    reader = try BarcodeReader()
    try Picture.load()
  }

  func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject {
    let bytes = try file.bytes(most: Self.limits.fileBytes)
    let picture = try Picture.decode(bytes, as: .grey, longest: Self.longest)
    return BarcodesReading(reader.read(picture), screen: reader.screen(in: picture), of: picture).json
  }

  static func accepts(_ reading: JSONObject) -> Bool { BarcodesReading(reading) != nil }
}
