internal import CMedia
internal import Glibc
internal import QixLibraries

/// What the header of a video file says of it.
package struct VideoFile: Sendable, Equatable {
  /// 1 or more.
  package let milliseconds: Int64
  /// Pixels; 0 where the header doesn't say.
  package let width: Int64
  package let height: Int64
  package let hasSound: Bool
  /// As libavformat calls it: `mov,mp4,m4a,3gp,3g2,mj2`.
  package let container: String
  /// As libavcodec calls it: `h264`.
  package let codec: String

  /// What a header may take, of the file and of this machine.
  enum Limits {
    static let bytes: Int64 = 64 << 20
    static let milliseconds: Int64 = 5_000
    /// Of the helper process.
    static let memory: Int64 = 1 << 30
    static let processorSeconds: Int64 = 5
  }

  /// Reads the header of an MP4, Matroska (WebM), AVI or Ogg file.
  /// - Parameter executable: the program's own file. A process of it under limits does the reading then, so that a hostile
  ///   file can't reach what this process holds; nil reads it here, where this process is not the program.
  /// - Throws: `MediaError`, or `LibraryError` where libavformat isn't there.
  package init(path: String, executable: String?) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw MediaError.unreadable(String(cString: strerror(errno))) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw MediaError.unreadable("it is no regular file")
    }
    // Says that the library is missing here, where that can be put into words.
    let library = try MediaLibrary.load()
    let answer =
      if let executable { try MediaHelper.ask(executable, file: file) } else { library.probe(file) }
    try self.init(answer)
  }

  init(_ answer: MediaAnswer) throws {
    guard answer.code == QIX_MEDIA_OK else { throw MediaError(code: answer.code) }
    var found = answer.media
    // Whoever wrote the answer has read a stranger's file.
    guard found.milliseconds > 0, found.width >= 0, found.height >= 0 else { throw MediaError.damaged }
    milliseconds = found.milliseconds
    width = Int64(found.width)
    height = Int64(found.height)
    hasSound = found.has_sound != 0
    container = Self.name(&found.container)
    codec = Self.name(&found.codec)
  }

  private static func name<Characters>(_ characters: inout Characters) -> String {
    let bytes = withUnsafeBytes(of: &characters) { Array($0.prefix { $0 != 0 }) }
    return String(decoding: bytes.filter { (0x21...0x7E).contains($0) }, as: UTF8.self)
  }
}
