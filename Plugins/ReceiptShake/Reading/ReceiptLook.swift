internal import QixCrypto
internal import QixLibraries
internal import QixOCR
internal import QixReceipts
internal import QixShake

/// Reads a receipt's picture, within a worker.
struct ReceiptLook: LensOperation {
  static let name = "receipt"
  /// A picture that people hand in has up to 20 MB. Of the memory OpenVINO with both networks touches less than half, and
  /// takes a third more for the machine code of each shape that it has met, a quarter of a megabyte of addresses for each
  /// piece, of which it writes a few kilobytes.
  static let limits = LensLimits(
    fileBytes: 24 << 20, seconds: 30, memory: 1280 << 20, requests: 200, answerBytes: 4 << 20,
    rights: [.threads, .machineCode])

  /// The reader looks at no more of a picture than this, in pixels of the longer side.
  private static let longest = 2_000
  /// Pixels of all parts of a receipt together: six of 16 million, as telephones take them.
  private static let mostPixelsOfParts = 96_000_000
  private static let unread = LensFault("text-unread")
  private static let dense = LensFault("too-many-lines")
  static let sentences = [
    unread: "the text in the picture could not be read",
    dense: "the picture has more text than a receipt",
    JoinedParts.apart: "the pictures don't join: each must show the last lines of the one before, in order",
  ]
  static let faultsOfAge: Set<LensFault> = [.tooMuch, unread]

  private let reader: any TextReader
  private var receipts: ReceiptReader { ReceiptReader(reader) }

  /// - Throws: `LibraryError` or `ReadingError` of the best engine where none is here.
  init() throws {
    try Picture.load()
    var missing: (any Error)?
    for engine in TextEngines.all {
      do {
        reader = try engine()
        return
      } catch  where error is LibraryError || error is ReadingError {
        missing = missing ?? error
      }
    }
    throw missing
      ?? Failure("receiptshake.no-engine", .failed, "this program has no engine that reads the text of pictures")
  }

  /// - Parameter options: `parts`, the bytes of each picture where several show one receipt.
  func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject {
    let bytes = try file.bytes(most: Self.limits.fileBytes)
    guard let parts = options["parts"]?.array?.compactMap(\.integer), parts.count > 1 else {
      let read = try upright(bytes)
      let pixels = Pixels(width: read.picture.width, height: read.picture.height, bytes: read.picture.pixels)
      guard let receipt = try? receipts.read(pixels, lines: Self.bounded(read.lines)) else { throw Self.unread }
      return answer(receipt, GreyPicture(read.picture))
    }
    // Large pictures take long to decode, and all have to be read in the time of one.
    let mostPixels = min(Picture.mostPixels, Self.mostPixelsOfParts / parts.count)
    var (readings, place) = ([UprightReading](), 0)
    for count in parts.map(Int.init) {
      readings.append(try upright(Array(bytes[place..<place + count]), mostPixels: mostPixels))
      place += count
    }
    // Each part was read once; what is unsure of the whole goes to a person.
    let joined = try JoinedParts(readings)
    let receipt = ReceiptParser().parse(
      Self.bounded(joined.lines), width: joined.picture.width, height: joined.picture.height)
    return answer(receipt, GreyPicture(joined.picture, longest: 2 * GreyPicture.longest))
  }

  private func upright(
    _ bytes: [UInt8], mostPixels: Int = Picture.mostPixels
  ) throws(LensFault) -> UprightReading {
    let picture = try Picture.decode(bytes, as: .rgb, longest: Self.longest, mostPixels: mostPixels)
    do {
      return try UprightReading(of: picture, by: reader)
    } catch ReadingError.tooManyLines {
      throw Self.dense
    } catch {
      throw Self.unread
    }
  }

  private func answer(_ receipt: Receipt, _ grey: GreyPicture) -> JSONObject {
    [
      "engine": .string(reader.name), "receipt": .object(receipt.toJSON()), "look": .string(grey.look),
      "picture": .string(Base64.padded.encode(grey.png)),
    ]
  }

  /// Lines from which on a picture counts as unreadable: one full of specks has more lines than any receipt.
  private static func bounded(_ lines: [TextLine]) -> [TextLine] {
    lines.prefix(ReceiptReading.mostLines).filter { $0.text.utf8.count <= ReceiptReading.mostText }
  }

  static func accepts(_ reading: JSONObject) -> Bool { ReceiptReading(reading) != nil }
}
