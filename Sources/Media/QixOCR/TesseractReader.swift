internal import CTesseract
internal import Glibc
internal import QixLibraries
internal import Synchronization

/// Tesseract, for machines without OpenVINO: on receipts it reads 79 of 100 totals right where PaddleOCR's networks read
/// 96 (docs/decisions/0057-reading-text.md).
package final class TesseractReader: TextReader {
  package let name = "tesseract"
  package let readsSideways = false

  private typealias Open = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
  private typealias Read =
    @convention(c) (
      OpaquePointer, UnsafePointer<UInt8>, Int32, Int32,
      @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<qix_tesseract_word>?) -> Void,
      UnsafeMutableRawPointer?
    ) -> Int32

  private struct Engine: ~Copyable {
    let handle: OpaquePointer
    let read: Read
    let close: @convention(c) (OpaquePointer) -> Void

    deinit { close(handle) }
  }

  private let engine: Mutex<Engine>

  /// Larger pictures are shrunk: Tesseract takes about as long as there are pixels.
  private static let longestSide = 2_500

  /// Loads the library and the languages and reads a picture once, so that afterwards no file has to be opened.
  /// - Parameter languages: as Tesseract names them; those that aren't there are left out, all but the first.
  /// - Throws: `LibraryError`, `ReadingError.model` where a language's data aren't there.
  package init(languages: [String] = ["eng"]) throws {
    // It would start threads at each picture, and the gain is small.
    setenv("OMP_THREAD_LIMIT", "1", 1)
    let library = try LateLibrary.tesseract.load()
    let interface = try library.function("qix_tesseract_interface", as: (@convention(c) () -> Int32).self)
    guard interface() == QIX_TESSERACT_INTERFACE else {
      throw LibraryError.unfit(.tesseract, lacks: "interface \(QIX_TESSERACT_INTERFACE)")
    }
    let open = try library.function("qix_tesseract_open", as: Open.self)
    let read = try library.function("qix_tesseract_read", as: Read.self)
    let close = try library.function("qix_tesseract_close", as: (@convention(c) (OpaquePointer) -> Void).self)
    let names = languages.joined(separator: "+")
    guard let handle = open(names) else {
      throw ReadingError.model(
        names, reason: "Debian's packages tesseract-ocr-\(languages.joined(separator: ", tesseract-ocr-")) have it")
    }
    engine = Mutex(Engine(handle: handle, read: read, close: close))
    _ = try self.read(Pixels(width: 64, height: 64, bytes: [UInt8](repeating: 255, count: 64 * 64 * 3)))
  }

  package func read(_ pixels: Pixels) throws -> [TextLine] {
    let (small, scale) = Resampling.shrunk(pixels, to: Self.longestSide)
    // ITU-R BT.601's weights of the colours.
    let grey = [UInt8](unsafeUninitializedCapacity: small.width * small.height) { grey, count in
      count = small.width * small.height
      small.bytes.withUnsafeBufferPointer { bytes in
        for index in 0..<count {
          let (red, green, blue) = (Int(bytes[3 * index]), Int(bytes[3 * index + 1]), Int(bytes[3 * index + 2]))
          grey[index] = UInt8((red * 299 + green * 587 + blue * 114 + 500) / 1_000)
        }
      }
    }
    final class Told { var lines: [TextLine] = [] }
    let lines = try engine.withLock { engine throws(ReadingError) in
      let told = Told()
      let result = engine.read(
        engine.handle, grey, Int32(small.width), Int32(small.height),
        { context, word in
          guard let context, let word = word?.pointee, let text = word.text else { return }
          let line = TextLine(
            String(cString: text), confidence: min(1, max(0, Double(word.confidence) / 100)),
            quad: Quad(
              x: Double(word.left), y: Double(word.top), width: Double(word.right - word.left),
              height: Double(word.bottom - word.top)))
          Unmanaged<Told>.fromOpaque(context).takeUnretainedValue().lines.append(line)
        }, Unmanaged.passUnretained(told).toOpaque())
      guard result == 0 else { throw .failed(reason: "Tesseract gave up") }
      return told.lines
    }
    return lines.filter { !$0.text.allSatisfy(\.isWhitespace) }.map {
      TextLine($0.text, confidence: $0.confidence, quad: $0.quad.scaled(1 / scale))
    }
  }
}
