package import QixKernel
internal import QixLens

/// Why the length of a file can't be told. No sentence has the file's name in it.
package enum MediaError: Failing, Equatable {
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
    case .busy, .noOperation, .noWorker, .unready: return nil
    }
  }

  static let sentences: [LensFault: String] = [
    .unknownFormat: MediaError.notVideo.description, .onlySound: MediaError.onlySound.description,
    .noLength: MediaError.noLength.description, .tooMuch: MediaError.tooMuch.description,
  ]

  package var failure: Failure {
    switch self {
    case .unreadable(let reason):
      Failure("media.unreadable", .usage, "the file can't be read: \(reason)", hint: "Name the video's file.")
    case .notVideo:
      Failure(
        "media.not-video", .usage, "the file is no video: neither MP4 nor Matroska (WebM), AVI or Ogg",
        hint: "Name the video's file.")
    case .onlySound:
      Failure(
        "media.only-sound", .usage, "there is no picture in the file, only sound or text",
        hint: "Name the video's file.")
    case .noLength:
      Failure(
        "media.no-length", .usage, "the file's header doesn't say how long the video is",
        hint: "Give the length yourself, as in --length PT90S.")
    case .tooMuch:
      Failure(
        "media.too-much", .usage, "the file's header takes more to read than a video's should",
        hint: "Give the length yourself, as in --length PT90S.")
    case .damaged:
      Failure(
        "media.damaged", .usage, "the file is damaged, or was cut short",
        hint: "Take the original file, or give the length yourself, as in --length PT90S.")
    }
  }
}
