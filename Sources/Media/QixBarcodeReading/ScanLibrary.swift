internal import CScan
internal import QixLibraries

/// ZXing-C++ and zbar behind `qix_scan.h`, loaded before the first picture.
struct ScanLibrary: Sendable {
  typealias Handle = OpaquePointer
  typealias Open = @convention(c) (UnsafePointer<UInt8>?, Int32, Int32, Int, Int32) -> Handle?
  typealias Close = @convention(c) (Handle?) -> Void
  typealias Measure = @convention(c) (Handle?) -> Int32
  typealias Look = @convention(c) (Handle?) -> Double
  typealias Scale = @convention(c) (Handle?, Double, Double) -> Handle?
  typealias Cut = @convention(c) (Handle?, Handle?, Double) -> Handle?
  typealias Sharpen = @convention(c) (Handle?, Int32, Double) -> Handle?
  typealias Level = @convention(c) (Handle?, Int32) -> Handle?
  typealias Smooth = @convention(c) (Handle?, Int32, Int32) -> Handle?
  typealias Change = @convention(c) (Handle?) -> Handle?
  typealias ReadZXing =
    @convention(c) (Handle?, Int32, Int32, Int32, Int32, qix_scan_sink?, UnsafeMutableRawPointer?) -> Int32
  typealias Read = @convention(c) (Handle?, Int32, qix_scan_sink?, UnsafeMutableRawPointer?) -> Int32

  let open: Open
  let close: Close
  let width: Measure
  let height: Measure
  let screen: Look
  let scaled: Scale
  let upright: Cut
  let sharpened: Sharpen
  let levelled: Level
  let smoothed: Smooth
  let negative: Change
  let zxing: ReadZXing
  let zbar: Read
  let match: Read

  private static let loaded = Result { () throws(LibraryError) in try ScanLibrary() }

  /// - Throws: `LibraryError` where it is missing, or made for another qix.
  static func load() throws(LibraryError) -> ScanLibrary { try loaded.get() }

  private init() throws(LibraryError) {
    let library = try LateLibrary.scan.load()
    let interface = try library.function("qix_scan_interface", as: (@convention(c) () -> Int32).self)
    guard interface() == QIX_SCAN_INTERFACE else { throw .unfit(.scan, lacks: "interface \(QIX_SCAN_INTERFACE)") }
    open = try library.function("qix_scan_open", as: Open.self)
    close = try library.function("qix_scan_close", as: Close.self)
    width = try library.function("qix_scan_width", as: Measure.self)
    height = try library.function("qix_scan_height", as: Measure.self)
    screen = try library.function("qix_scan_screen", as: Look.self)
    scaled = try library.function("qix_scan_scaled", as: Scale.self)
    upright = try library.function("qix_scan_upright", as: Cut.self)
    sharpened = try library.function("qix_scan_sharpened", as: Sharpen.self)
    levelled = try library.function("qix_scan_levelled", as: Level.self)
    smoothed = try library.function("qix_scan_smoothed", as: Smooth.self)
    negative = try library.function("qix_scan_negative", as: Change.self)
    zxing = try library.function("qix_scan_zxing", as: ReadZXing.self)
    zbar = try library.function("qix_scan_zbar", as: Read.self)
    match = try library.function("qix_scan_match", as: Read.self)
  }
}
