internal import QixCrypto
internal import QixShake
internal import QixSound
internal import QixWatermark

/// A recording and what a worker needs to search it, in one file that is closed to changes: the recording, behind it the
/// samples of the pieces that may be on.
enum Handover {
  /// Takes apart the file that a worker was given.
  static func taken(
    _ file: LensFile, _ options: JSONObject, most: Int, seconds: Int, kept: Int
  ) throws(LensFault) -> (Recording, SearchOrder, [(original: Original, samples: [Float])]) {
    let bytes = try file.bytes(most: most)
    guard let order = SearchOrder(options), (0...bytes.count).contains(order.soundBytes) else { throw .damaged }
    let recording = try Recording.decode(Array(bytes[..<order.soundBytes]), most: seconds, kept: kept)
    var place = order.soundBytes
    var originals: [(original: Original, samples: [Float])] = []
    for original in order.originals {
      let end = place + 2 * original.count
      guard end <= bytes.count else { throw .damaged }
      originals.append((original, Original.samples(bytes[place..<end])))
      place = end
    }
    return (recording, order, originals)
  }

  /// Has a recording searched by an operation.
  /// - Parameters:
  ///   - sound: its bytes.
  ///   - originals: with their samples' bytes.
  /// - Throws: `LensError`, or `LibraryError` where the operation lacks a library.
  static func look(
    _ operation: String, _ sound: [UInt8], for targets: [SearchOrder.Target],
    originals: [(original: Original, bytes: [UInt8])], lens: Lens
  ) throws -> JSONObject {
    let order = SearchOrder(soundBytes: sound.count, targets: targets, originals: originals.map(\.original))
    let file = try LensFile(originals.reduce(sound) { $0 + $1.bytes })
    return try lens.look(operation, at: file, order.json)
  }

  /// The whole of a recording that a command was given.
  /// - Parameter option: where it was named, for a command that tells what is in it.
  /// - Throws: `LensError`, `InputError`, `ContentWithheld`.
  static func bytes(
    of path: String, most: Int, for operation: String, toldBy option: String?, _ context: Context
  ) throws -> [UInt8] {
    let file = try LensFile.given(path, most: most, toldBy: option, in: context.face)
    guard file.size <= most else {
      throw LensError.fault(.tooLong, sentence: "the recording has more than \(most >> 20) MiB")
    }
    return try context.lens.bytes(of: file, for: operation)
  }
}

/// Listens to a recording that a user has brought.
enum Ear {
  /// The most events at a time for which recordings are searched.
  static let mostEvents: Int64 = 8

  /// Searches a recording for the marks that can be heard at a moment.
  static func hear(_ path: String, at now: Timestamp, _ context: Context) throws -> Sight {
    let sound = try Handover.bytes(
      of: path, most: HearOperation.mostBytes, for: HearOperation.name, toldBy: nil, context)
    let events = try context.database.read { try Event.live(at: now, most: mostEvents, in: $0) }
    let keys = try EventKeys.open(events, context)
    var originals: [(original: Original, bytes: [UInt8])] = []
    var targets: [SearchOrder.Target] = []
    for event in events {
      guard let keys = keys[event.number] else { continue }
      let reach = HearOperation.reach(slotSeconds: event.slotSeconds) * 1_000_000
      let span =
        now.advanced(byMicroseconds: -reach)...now.advanced(byMicroseconds: 2 * event.slotSeconds * 1_000_000)
      let first = max(0, event.slot(at: span.lowerBound)), last = min(event.slot(at: span.upperBound), 65_535)
      guard first <= last else { continue }
      targets.append(
        SearchOrder.Target(
          event: UInt32(event.number), slotSeconds: event.slotSeconds, sequences: keys.sequences, first: first,
          words: keys.words(of: first...last, event: event.number),
          moment: Double(now.microseconds - event.start.microseconds) / 1e6))
      originals += try context.database.read { try Original.audible(of: event, in: span, $0) }
    }
    var reading = try Handover.look(HearOperation.name, sound, for: targets, originals: originals, lens: context.lens)
    // The type compares slots with the moment at which the server had the recording, not with that of its own turn.
    reading["heard-at"] = .integer(now.microseconds)
    var hash = SHA256(), digest = Hash256()
    hash.update(sound)
    digest.withUnsafeMutableBytes { hash.finish(into: $0) }
    return Sight(operation: HearOperation.name, digest: digest, bytes: sound.count, reading: reading)
  }
}
