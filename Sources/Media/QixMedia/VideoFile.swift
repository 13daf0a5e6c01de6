internal import QixFormats
package import QixLens

/// The properties in the header of a video file.
package struct VideoFile: Sendable, Equatable {
  /// 1 or more.
  package let milliseconds: Int64
  /// Pixels; 0 where the header doesn't say.
  package let width: Int64
  package let height: Int64
  package let hasSound: Bool
  /// The name in libavformat: `mov,mp4,m4a,3gp,3g2,mj2`.
  package let container: String
  /// The name in libavcodec: `h264`.
  package let codec: String

  /// Reads the header of an MP4, Matroska (WebM), AVI or Ogg file.
  /// - Throws: `media.…` for the file; `LensError` or `LibraryError` where nothing can look at videos.
  package init(path: String, lens: Lens) throws {
    do {
      let reading = try lens.look(VideoOperation.name, at: LensFile(path: path))
      guard let found = VideoFile(reading) else { throw VideoFault.damaged }
      self = found
    } catch let error as LensError {
      throw VideoFault.told(error)
    }
  }

  /// Reads a worker's answer; nil for what no header says: the worker has read a stranger's file.
  init?(_ reading: JSONObject) {
    guard let milliseconds = reading["milliseconds"]?.integer, milliseconds > 0,
      let width = reading["width"]?.integer, let height = reading["height"]?.integer,
      (0...Int64(Int32.max)).contains(width), (0...Int64(Int32.max)).contains(height),
      let hasSound = reading["sound"]?.bool, let container = Self.name(reading["container"]),
      let codec = Self.name(reading["codec"]), reading.members.count == 6
    else { return nil }
    (self.milliseconds, self.width, self.height, self.hasSound) = (milliseconds, width, height, hasSound)
    (self.container, self.codec) = (container, codec)
  }

  private static func name(_ value: JSONValue?) -> String? {
    guard let text = value?.string, text.utf8.count < 32, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    return text
  }
}
