internal import CMedia
package import QixKernel

/// Why the length of a file can't be told. No sentence has the file's name in it.
package enum MediaError: Diagnosable, Equatable {
  case unreadable(String)
  case notVideo
  case onlySound
  case noLength
  case tooMuch
  case damaged
  case helper(String)

  init(code: Int32) {
    self =
      switch Int(code) {
      case QIX_MEDIA_NO_MEDIA: .notVideo
      case QIX_MEDIA_NO_VIDEO: .onlySound
      case QIX_MEDIA_NO_LENGTH: .noLength
      case QIX_MEDIA_TOO_MUCH: .tooMuch
      case QIX_MEDIA_DAMAGED: .damaged
      default: .helper("it failed")
      }
  }

  package var category: ErrorCategory {
    switch self {
    case .helper: .failed
    default: .usage
    }
  }

  package var code: String {
    switch self {
    case .unreadable: "media.unreadable"
    case .notVideo: "media.not-video"
    case .onlySound: "media.only-sound"
    case .noLength: "media.no-length"
    case .tooMuch: "media.too-much"
    case .damaged: "media.damaged"
    case .helper: "media.helper"
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
    case .helper(let reason): "the process that looks at videos: \(reason)"
    }
  }

  package var hint: String? {
    switch self {
    case .unreadable, .notVideo, .onlySound: "Name the video's file."
    case .noLength, .tooMuch, .helper: "Give the length yourself, as in --length PT90S."
    case .damaged: "Take the original file, or give the length yourself, as in --length PT90S."
    }
  }
}
