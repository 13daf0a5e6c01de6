internal import CPicture
internal import CProcess
internal import QixLibraries

/// One of the libraries behind `qix_picture.h`.
struct PictureLibrary: Sendable {
  private typealias Decode =
    @convention(c) (
      UnsafePointer<UInt8>?, Int, UnsafePointer<qix_picture_wish>?, UnsafeMutablePointer<qix_picture>?
    ) -> Int32
  private typealias Free = @convention(c) (UnsafeMutablePointer<qix_picture>?) -> Void

  private typealias Encode =
    @convention(c) (
      UnsafePointer<qix_picture>?, Int32, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
      UnsafeMutablePointer<Int>?
    ) -> Int32
  private typealias FreeBytes = @convention(c) (UnsafeMutablePointer<UInt8>?) -> Void

  private typealias NameFonts = @convention(c) (@convention(c) (UnsafePointer<CChar>?) -> Void) -> Void

  private let decode: Decode
  private let free: Free
  /// Nil for documents.
  private let encoder: (encode: Encode, free: FreeBytes)?

  /// JPEG, PNG, WebP, HEIC.
  static let pictures = Result { () throws(LibraryError) in try PictureLibrary(.picture) }
  static let documents = Result { () throws(LibraryError) in try PictureLibrary(.document) }

  private init(_ library: LateLibrary) throws(LibraryError) {
    let loaded = try library.load()
    let interface = try loaded.function("qix_picture_interface", as: (@convention(c) () -> Int32).self)
    guard interface() == QIX_PICTURE_INTERFACE else {
      throw .unfit(library, lacks: "interface \(QIX_PICTURE_INTERFACE)")
    }
    decode = try loaded.function("qix_picture_decode", as: Decode.self)
    free = try loaded.function("qix_picture_free", as: Free.self)
    try loaded.function("qix_picture_prepare", as: (@convention(c) () -> Void).self)()
    guard library.file == LateLibrary.document.file else {
      encoder = (
        try loaded.function("qix_picture_encode", as: Encode.self),
        try loaded.function("qix_picture_free_bytes", as: FreeBytes.self)
      )
      return
    }
    encoder = nil
    let nameFonts = try loaded.function("qix_picture_fonts", as: NameFonts.self)
    nameFonts { if let path = $0 { _ = qix_keep_file(path) } }
  }

  func decode(_ file: [UInt8], _ wish: qix_picture_wish) throws(LensFault) -> Picture {
    var (wish, found) = (wish, qix_picture())
    let code = file.withUnsafeBufferPointer { decode($0.baseAddress, $0.count, &wish, &found) }
    defer { free(&found) }
    switch Int(code) {
    case QIX_PICTURE_OK: break
    case QIX_PICTURE_UNKNOWN: throw .unknownFormat
    case QIX_PICTURE_TOO_MANY: throw .tooManyPixels
    case QIX_PICTURE_TOO_MUCH: throw .tooMuch
    default: throw .damaged
    }
    let (width, height) = (Int(found.width), Int(found.height))
    guard let channels = Picture.Channels(rawValue: Int(found.channels)), width > 0, height > 0,
      let pixels = found.pixels
    else { throw .damaged }
    let bytes = UnsafeBufferPointer(start: pixels, count: width * height * channels.rawValue)
    return Picture(width: width, height: height, channels: channels, pixels: Array(bytes))
  }

  /// - Parameter quality: 1 to 100.
  func encode(_ picture: Picture, quality: Int) throws(LensFault) -> [UInt8] {
    guard let encoder else { throw .unknownFormat }
    var (pixels, written, count) = (picture.pixels, nil as UnsafeMutablePointer<UInt8>?, 0)
    let code = pixels.withUnsafeMutableBufferPointer { pixels in
      var raw = qix_picture(
        width: Int32(picture.width), height: Int32(picture.height), channels: Int32(picture.channels.rawValue),
        pixels: pixels.baseAddress)
      return encoder.encode(&raw, Int32(quality), &written, &count)
    }
    defer { encoder.free(written) }
    guard Int(code) == QIX_PICTURE_OK, let bytes = written else { throw .tooMuch }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
