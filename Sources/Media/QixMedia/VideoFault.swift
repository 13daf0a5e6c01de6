internal import QixKernel
internal import QixLens

/// What is wrong with a video's file.
enum VideoFault {
  /// By the faults that a worker finds.
  static let found: [LensFault: Failure] = [
    .unknownFormat: Failure(
      "media.not-video", .usage, "the file is not a video: neither MP4 nor Matroska (WebM), AVI or Ogg",
      hint: "Name the video's file."),
    .onlySound: Failure(
      "media.only-sound", .usage, "the file has no picture, only sound or text",
      hint: "Name the video's file."),
    .noLength: Failure(
      "media.no-length", .usage, "the file's header has no length",
      hint: "Give the length, such as --length PT90S."),
    .tooMuch: Failure(
      "media.too-much", .usage, "the file's header is too complex to read",
      hint: "Give the length, such as --length PT90S."),
  ]

  static let damaged = Failure(
    "media.damaged", .usage, "the file is damaged, or was cut short",
    hint: "Use the original file, or give the length, such as --length PT90S.")

  /// The error as it is told; unchanged if it isn't about the file.
  static func told(_ error: LensError) -> any Error {
    switch error {
    case .unopened(let reason):
      Failure("media.unreadable", .usage, "the file can't be read: \(reason)", hint: "Name the video's file.")
    case .fault(let fault, _): found[fault] ?? damaged
    case .unreadable: damaged
    case .busy, .noOperation, .noWorker, .unready: error
    }
  }
}
