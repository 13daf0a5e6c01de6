internal import QixShake
internal import QixSound

/// Format and length of a recording, on its way through the worker's pipe.
struct RecordingHead: Sendable, Equatable {
  let milliseconds: Int64
  let rate: Int64
  let channels: Int64
  let format: String

  init(_ recording: Recording) {
    milliseconds = Int64(recording.seconds * 1_000)
    (rate, channels) = (Int64(recording.rate), Int64(recording.channels))
    format = recording.format.rawValue
  }

  /// Nil of what is none.
  init?(_ json: JSONObject) {
    guard let milliseconds = json["milliseconds"]?.integer, (0...86_400_000).contains(milliseconds),
      let rate = json["rate"]?.integer, Recording.rates.contains(Int(clamping: rate)),
      let channels = json["channels"]?.integer, (1...Int64(Recording.mostChannels)).contains(channels),
      let format = json["format"]?.string, Recording.Format(rawValue: format) != nil
    else { return nil }
    (self.milliseconds, self.rate, self.channels, self.format) = (milliseconds, rate, channels, format)
  }

  var json: JSONObject {
    [
      "milliseconds": .integer(milliseconds), "rate": .integer(rate), "channels": .integer(channels),
      "format": .string(format),
    ]
  }
}
