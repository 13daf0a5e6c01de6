internal import CMedia
package import QixFormats
internal import QixKernel
package import QixLens

/// Reads a video's header, in a worker of the lens.
package struct VideoOperation: LensOperation {
  package static let name = "video"
  /// A file may be as long as a film: its header alone is read.
  package static let limits = LensLimits(fileBytes: 1 << 50, seconds: 10, memory: 1 << 30)
  package static let sentences: [LensFault: String] = VideoFault.found.mapValues(\.description)

  /// The most bytes of the header.
  private static let mostBytes: Int64 = 64 << 20
  private static let mostMilliseconds: Int64 = 5_000

  private let library: MediaLibrary

  package init() throws { library = try MediaLibrary.load() }

  package func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject {
    var answer = library.probe(file.descriptor, bytes: Self.mostBytes, milliseconds: Self.mostMilliseconds)
    guard answer.code == QIX_MEDIA_OK else { throw LensFault.ofVideo(answer.code) }
    return [
      "milliseconds": .integer(answer.media.milliseconds), "width": .integer(Int64(answer.media.width)),
      "height": .integer(Int64(answer.media.height)), "sound": .bool(answer.media.has_sound != 0),
      "container": .string(Self.name(&answer.media.container)), "codec": .string(Self.name(&answer.media.codec)),
    ]
  }

  package static func accepts(_ reading: JSONObject) -> Bool { VideoFile(reading) != nil }

  private static func name<Characters>(_ characters: inout Characters) -> String {
    let bytes = withUnsafeBytes(of: &characters) { Array($0.prefix { $0 != 0 }) }
    return String(decoding: bytes.filter { (0x21...0x7E).contains($0) }, as: UTF8.self)
  }
}

extension LensFault {
  static let onlySound = LensFault("only-sound")
  static let noLength = LensFault("no-length")

  /// - Parameter code: `QIX_MEDIA_…`, of what is no video.
  fileprivate static func ofVideo(_ code: Int32) -> LensFault {
    switch Int(code) {
    case QIX_MEDIA_NO_MEDIA: .unknownFormat
    case QIX_MEDIA_NO_VIDEO: .onlySound
    case QIX_MEDIA_NO_LENGTH: .noLength
    case QIX_MEDIA_TOO_MUCH, QIX_MEDIA_FAILED: .tooMuch
    default: .damaged
    }
  }
}
