internal import CMedia
internal import QixLibraries

/// The outcome of a look at a file: `QIX_MEDIA_OK`, or why not.
struct MediaAnswer {
  var code: Int32
  var media = qix_media()
}

/// libavformat behind `qix_media.h`.
struct MediaLibrary: Sendable {
  private typealias Probe = @convention(c) (Int32, Int64, Int64, UnsafeMutablePointer<qix_media>?) -> Int32

  private let look: Probe

  private static let loaded = Result { () throws(LibraryError) in try MediaLibrary() }

  /// - Throws: `LibraryError` where it is missing, or made for another qix.
  static func load() throws(LibraryError) -> MediaLibrary { try loaded.get() }

  private init() throws(LibraryError) {
    let library = try LateLibrary.media.load()
    let interface = try library.function("qix_media_interface", as: (@convention(c) () -> Int32).self)
    guard interface() == QIX_MEDIA_INTERFACE else { throw .unfit(.media, lacks: "interface \(QIX_MEDIA_INTERFACE)") }
    look = try library.function("qix_media_probe", as: Probe.self)
  }

  /// - Parameters:
  ///   - bytes: that are read of the header at the most.
  ///   - milliseconds: that it may take.
  func probe(_ file: Int32, bytes: Int64, milliseconds: Int64) -> MediaAnswer {
    var answer = MediaAnswer(code: 0)
    answer.code = look(file, bytes, milliseconds, &answer.media)
    return answer
  }
}
