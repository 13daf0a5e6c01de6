package import QixKernel
internal import QixLens

/// Why the length of a file can't be told. No sentence has the file's name in it.
package enum MediaError: Diagnosable, Equatable {
  case unreadable(String)
  case notVideo
  case onlySound
  case noLength
  case tooMuch
  case damaged

  /// Nil where it isn't about the file.
  init?(_ error: LensError) {
    switch error {
    case .unopened(let reason): self = .unreadable(reason)
    case .fault(.unknownFormat, _): self = .notVideo
    case .fault(.onlySound, _): self = .onlySound
    case .fault(.noLength, _): self = .noLength
    case .fault(.tooMuch, _): self = .tooMuch
    case .fault, .unreadable: self = .damaged
    case .noOperation, .noWorker, .unready: return nil
    }
  }

  static let sentences: [LensFault: String] = [
    .unknownFormat: MediaError.notVideo.description, .onlySound: MediaError.onlySound.description,
    .noLength: MediaError.noLength.description, .tooMuch: MediaError.tooMuch.description,
  ]

  package var category: ErrorCategory { .usage }

  package var code: String {
    switch self {
    case .unreadable: "media.unreadable"
    case .notVideo: "media.not-video"
    case .onlySound: "media.only-sound"
    case .noLength: "media.no-length"
    case .tooMuch: "media.too-much"
    case .damaged: "media.damaged"
    }
  }

  package var description: String {
    switch self {
    case .unreadable(let reason): "the file can't be read: \(reason)"
    case .notVideo: "the file is no video: neither MP4 nor Matroska (WebM), AVI or Ogg"
    case .onlySound: "there is no picture in the file, only sound or text"
    case .noLength: "the file's header doesn't say how long the video is"
    case .tooMuch: "the file's header takes more to read than a video's should"
    case .damaged: "the file is damaged, or was cut short"
    }
  }

  package var hint: String? {
    switch self {
    case .unreadable, .notVideo, .onlySound: "Name the video's file."
    case .noLength, .tooMuch: "Give the length yourself, as in --length PT90S."
    case .damaged: "Take the original file, or give the length yourself, as in --length PT90S."
    }
  }
}
