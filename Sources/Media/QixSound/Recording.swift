internal import CSound
package import QixLens

/// A stranger's recording, decoded: without anything else that its file says.
package struct Recording: Sendable {
  /// The format by the file's first bytes; Ogg holds Vorbis, Opus or FLAC, MP4 (M4A) and WebM AAC or Opus.
  package enum Format: String, Sendable, CaseIterable {
    case wav, flac, ogg, mp3, mp4, webm, aac
  }

  /// The mean of all channels; of a longer sound its end.
  package let samples: [Float]
  /// Samples of each channel that the whole sound has.
  package let frames: Int
  /// Samples a second.
  package let rate: Int
  package let channels: Int
  package let format: Format

  /// Seconds of the whole sound.
  package var seconds: Double { Double(frames) / Double(rate) }

  /// Samples a second that are taken; a mark of up to 7 kHz needs 16,000.
  package static let rates = 16_000...192_000
  package static let mostChannels = 8

  /// Loads what decodes. For the initialiser of an operation.
  /// - Throws: `LibraryError` where it is missing; without what decodes packets, `decode` says so of their files.
  package static func load() throws {
    _ = try SoundLibrary.loaded.get()
    _ = PacketLibrary.loaded
  }

  /// Decodes WAV, FLAC, Ogg (Vorbis, Opus), MP3, AAC, MP4 and WebM (AAC, Opus), by what the file begins with.
  ///
  /// Only within a worker: what decodes is other people's, and large. `load` comes first, as long as files can be opened.
  /// - Parameters:
  ///   - most: seconds that a sound may last.
  ///   - kept: seconds of its end whose samples are kept.
  /// - Throws: `unknownFormat`, `damaged`, `tooLongToHear`, `unfitRate`, `tooManyChannels`, `tooMuch`, `noPacketLibrary`.
  package static func decode(_ file: [UInt8], most: Int, kept: Int) throws(LensFault) -> Recording {
    let wish = qix_sound_wish(
      least_rate: Int32(rates.lowerBound), most_rate: Int32(rates.upperBound), most_channels: Int32(mostChannels),
      most_seconds: Int32(most), kept_seconds: Int32(kept))
    if let track = try PacketTrack.find(in: file) {
      guard let library = try? PacketLibrary.loaded.get() else { throw .noPacketLibrary }
      return try library.decode(file, track, wish)
    }
    guard let library = try? SoundLibrary.loaded.get() else { throw .unknownFormat }
    return try library.decode(file, wish)
  }

  /// The sentences of faults that only sounds have.
  package static let sentences: [LensFault: String] = [
    .unknownFormat:
      "the file is not a supported recording: WAV, FLAC, Ogg (Vorbis, Opus), MP3, or AAC or Opus in MP4 or WebM",
    .noPacketLibrary:
      "AAC, MP4 and WebM can't be read here, because libqix-packets is missing; see `qix doctor`",
    .tooLongToHear: "the recording is too long",
    .unfitRate: "the recording has fewer than 16,000 samples a second, or more than 192,000",
    .tooManyChannels: "the recording has more than 8 channels",
  ]
}

extension LensFault {
  package static let tooLongToHear = LensFault("too-long-to-hear")
  package static let unfitRate = LensFault("unfit-rate")
  package static let noPacketLibrary = LensFault("no-packet-library")
  package static let tooManyChannels = LensFault("too-many-channels")
}
