internal import COCR
internal import QixLibraries

/// libqix-ocr.so, loaded at the first picture.
struct OCRLibrary: Sendable {
  typealias Load =
    @convention(c) (
      UnsafePointer<CChar>, Int32, Int32, UnsafeMutablePointer<OpaquePointer?>
    ) -> Int32
  typealias Start = @convention(c) (OpaquePointer, Int32, UnsafeMutablePointer<Float>, Int64, Int64) -> Int32
  typealias Wait =
    @convention(c) (
      OpaquePointer, Int32, UnsafeMutablePointer<UnsafePointer<Float>?>, UnsafeMutablePointer<Int64>
    ) -> Int32

  let load: Load
  let start: Start
  let wait: Wait
  let close: @convention(c) (OpaquePointer) -> Void
  private let path: @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<CChar>, Int64) -> Int32
  private let reason: @convention(c) () -> UnsafePointer<CChar>

  private static let loaded = Result { () throws(LibraryError) in try OCRLibrary() }

  /// - Throws: `LibraryError` where it is missing, or made for another qix.
  static func shared() throws(LibraryError) -> OCRLibrary { try loaded.get() }

  private init() throws(LibraryError) {
    let library = try LateLibrary.ocr.load()
    let interface = try library.function("qix_ocr_interface", as: (@convention(c) () -> Int32).self)
    guard interface() == QIX_OCR_INTERFACE else { throw .unfit(.ocr, lacks: "interface \(QIX_OCR_INTERFACE)") }
    load = try library.function("qix_ocr_load", as: Load.self)
    start = try library.function("qix_ocr_start", as: Start.self)
    wait = try library.function("qix_ocr_wait", as: Wait.self)
    close = try library.function("qix_ocr_close", as: (@convention(c) (OpaquePointer) -> Void).self)
    path = try library.function(
      "qix_ocr_model_path",
      as: (@convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<CChar>, Int64) -> Int32).self)
    reason = try library.function("qix_ocr_fault", as: (@convention(c) () -> UnsafePointer<CChar>).self)
  }

  /// Why the last call failed.
  var fault: String { String(cString: reason()) }

  /// Returns the path of a model: in the folder `models` beside the library.
  func modelPath(_ name: String) throws(ReadingError) -> String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    guard path(name, &buffer, Int64(buffer.count)) == 0 else { throw .model(name, reason: fault) }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A network that was compiled for this processor, with buffers for what goes into it.
///
/// It belongs to one reader, which lets one picture in at a time.
final class Network {
  private let library: OCRLibrary
  private let handle: OpaquePointer
  private var inputs: [UnsafeMutableBufferPointer<Float>]
  private var isRunning: [Bool]

  /// Numbers row by row, in the last dimensions of a tensor; it lasts until its request is started again.
  struct Output {
    let dimensions: [Int]
    let values: UnsafeBufferPointer<Float>
  }

  /// - Parameter requests: how many inputs may be worked on at once.
  init(_ library: OCRLibrary, path: String, name: String, threads: Int, requests: Int) throws(ReadingError) {
    var made: OpaquePointer?
    guard library.load(path, Int32(threads), Int32(requests), &made) == 0, let made else {
      throw .model(name, reason: library.fault)
    }
    self.library = library
    handle = made
    inputs = Array(repeating: .init(start: nil, count: 0), count: requests)
    isRunning = Array(repeating: false, count: requests)
  }

  deinit {
    library.close(handle)
    inputs.forEach { $0.deallocate() }
  }

  var requests: Int { inputs.count }

  /// Lets a picture of three channels in.
  /// - Parameter fill: writes 3 × height × width numbers; they are undefined before.
  func start(
    _ request: Int, height: Int, width: Int, fill: (UnsafeMutableBufferPointer<Float>) -> Void
  ) throws(ReadingError) {
    let count = 3 * height * width
    if inputs[request].count < count {
      inputs[request].deallocate()
      inputs[request] = .allocate(capacity: count)
    }
    let input = UnsafeMutableBufferPointer(rebasing: inputs[request][..<count])
    fill(input)
    guard let base = input.baseAddress,
      library.start(handle, Int32(request), base, Int64(height), Int64(width)) == 0
    else { throw .failed(reason: library.fault) }
    isRunning[request] = true
  }

  /// Waits for a request that may be under way, whatever comes of it.
  func settle(_ request: Int) {
    guard isRunning[request] else { return }
    _ = try? wait(request)
  }

  func wait(_ request: Int) throws(ReadingError) -> Output {
    var values: UnsafePointer<Float>?
    var dimensions: [Int64] = [0, 0, 0, 0]
    isRunning[request] = false
    guard library.wait(handle, Int32(request), &values, &dimensions) == 0, let values else {
      throw .failed(reason: library.fault)
    }
    let counts = dimensions.map { Int($0) }
    return Output(
      dimensions: counts, values: UnsafeBufferPointer(start: values, count: counts.reduce(1, *)))
  }
}
