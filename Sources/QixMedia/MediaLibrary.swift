internal import CMedia
internal import QixLibraries

/// What a look at a file found out: `QIX_MEDIA_OK`, or why not.
struct MediaAnswer {
  var code: Int32
  var media = qix_media()
}

/// libavformat behind `qix_media.h`, loaded at the first video.
struct MediaLibrary: Sendable {
  private typealias Probe = @convention(c) (Int32, Int64, Int64, UnsafeMutablePointer<qix_media>?) -> Int32
  private typealias Confine = @convention(c) (Int64, Int64) -> Int32

  private let look: Probe
  private let restrict: Confine

  private static let loaded = Result { () throws(LibraryError) in try MediaLibrary() }

  /// - Throws: `LibraryError` where it is missing, or made for another qix.
  static func load() throws(LibraryError) -> MediaLibrary { try loaded.get() }

  private init() throws(LibraryError) {
    let library = try LateLibrary.media.load()
    let interface = try library.function("qix_media_interface", as: (@convention(c) () -> Int32).self)
    guard interface() == QIX_MEDIA_INTERFACE else { throw .unfit(.media, lacks: "interface \(QIX_MEDIA_INTERFACE)") }
    look = try library.function("qix_media_probe", as: Probe.self)
    restrict = try library.function("qix_media_confine", as: Confine.self)
  }

  /// Gives up this process's rights for good.
  /// - Returns: whether all of it holds.
  func confine() -> Bool { restrict(VideoFile.Limits.memory, VideoFile.Limits.processorSeconds) == 0 }

  func probe(_ file: Int32) -> MediaAnswer {
    var answer = MediaAnswer(code: 0)
    answer.code = look(file, VideoFile.Limits.bytes, VideoFile.Limits.milliseconds, &answer.media)
    return answer
  }
}
