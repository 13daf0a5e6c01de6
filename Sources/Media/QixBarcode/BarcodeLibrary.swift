internal import CBarcode
internal import QixLibraries

/// libqrencode, zint and libpng behind `qix_barcode.h`, loaded when something is first drawn.
struct BarcodeLibrary: Sendable {
  private typealias Encode =
    @convention(c) (UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<qix_barcode_grid>?) -> Int32
  private typealias PNG =
    @convention(c) (
      UnsafePointer<UInt8>?, UInt32, UInt32, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
      UnsafeMutablePointer<Int>?
    ) -> Int32
  private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void

  private let encodeQR: Encode
  private let encodeLinear: Encode
  private let encodePNG: PNG
  private let free: Free

  private static let loaded = Result { () throws(LibraryError) in try BarcodeLibrary() }

  /// - Throws: `LibraryError` where it is missing, or made for another qix.
  static func load() throws(LibraryError) -> BarcodeLibrary { try loaded.get() }

  private init() throws(LibraryError) {
    let library = try LateLibrary.barcode.load()
    let interface = try library.function("qix_barcode_interface", as: (@convention(c) () -> Int32).self)
    guard interface() == QIX_BARCODE_INTERFACE else {
      throw .unfit(.barcode, lacks: "interface \(QIX_BARCODE_INTERFACE)")
    }
    encodeQR = try library.function("qix_barcode_qr", as: Encode.self)
    encodeLinear = try library.function("qix_barcode_linear", as: Encode.self)
    encodePNG = try library.function("qix_barcode_png", as: PNG.self)
    free = try library.function("qix_barcode_free", as: Free.self)
  }

  /// - Returns: the modules row by row, true where they are dark, and how many a row has.
  func modules(of text: String, as symbology: Symbology) throws(BarcodeError) -> (dark: [Bool], width: Int) {
    var grid = qix_barcode_grid()
    let code = text.withCString { text in
      switch symbology {
      case .qr(let correction): encodeQR(text, correction.code, &grid)
      case .code128: encodeLinear(text, Int32(QIX_BARCODE_CODE128), &grid)
      case .ean13: encodeLinear(text, Int32(QIX_BARCODE_EAN), &grid)
      }
    }
    switch Int(code) {
    case QIX_BARCODE_OK: break
    case QIX_BARCODE_TOO_LONG: throw .tooLong(symbology)
    case QIX_BARCODE_MALFORMED: throw .malformed(symbology)
    default: throw .failed
    }
    defer { free(grid.modules) }
    let bytes = UnsafeBufferPointer(start: grid.modules, count: Int(grid.width) * Int(grid.height))
    return (bytes.map { $0 == 1 }, Int(grid.width))
  }

  /// - Parameter pixels: row by row, 0 black to 255 white.
  func png(_ pixels: [UInt8], width: Int, height: Int) throws(BarcodeError) -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    guard encodePNG(pixels, UInt32(width), UInt32(height), &bytes, &count) == Int32(QIX_BARCODE_OK), let bytes else {
      throw .failed
    }
    defer { free(bytes) }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  }
}

extension Symbology.Correction {
  fileprivate var code: Int32 {
    switch self {
    case .low: Int32(QIX_BARCODE_LOW)
    case .medium: Int32(QIX_BARCODE_MEDIUM)
    case .quartile: Int32(QIX_BARCODE_QUARTILE)
    case .high: Int32(QIX_BARCODE_HIGH)
    }
  }
}
