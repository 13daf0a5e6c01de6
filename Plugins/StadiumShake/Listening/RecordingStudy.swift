internal import QixShake

/// The study of a recording that an operator has brought.
enum RecordingStudy {
  /// - Parameters:
  ///   - path: `-` is standard input.
  ///   - at: when the recording begins; nil where nobody knows.
  ///   - option: where the file was named.
  /// - Throws: `LensError`, `StadiumShakeError`, or a `Failure` if there is too much to search.
  static func of(
    _ path: String, for event: Event, at: Timestamp?, option: String, _ context: Context
  ) throws -> Study {
    let sound = try Handover.bytes(
      of: path, most: StudyOperation.mostBytes, for: StudyOperation.name, toldBy: option, context)
    if let at, !(event.start.advanced(byMicroseconds: -Int64(StudyOperation.most) * 1_000_000)...event.end).contains(at)
    {
      throw StadiumShakeError.outside(event, at)
    }
    let slots = try slots(of: event, at: at)
    let keys = try EventKeys.open(event, context)
    let target = SearchOrder.Target(
      event: UInt32(event.number), slotSeconds: event.slotSeconds, sequences: keys.sequences, first: slots.lowerBound,
      words: keys.words(of: slots, event: event.number),
      moment: at.map { Double($0.microseconds - event.start.microseconds) / 1e6 })
    let span = at.map { $0...$0.advanced(byMicroseconds: Int64(StudyOperation.most + 60) * 1_000_000) }
    let originals = try context.database.read { try Original.audible(of: event, in: span, $0) }
    let most = StudyOperation.limits.fileBytes
    guard originals.reduce(sound.count, { $0 + $1.bytes.count }) <= most else {
      throw Failure(
        "stadiumshake.too-many-originals", .usage,
        "the event has too much music to search with one recording",
        hint: "Say when the recording begins, as in --at 2027-06-12T20:15:00+02:00.")
    }
    let reading = try Handover.look(
      StudyOperation.name, sound, for: [target], originals: originals, lens: context.lens)
    guard let study = Study(reading) else { throw LensError.unreadable }
    return study
  }

  /// Words that fit into what a worker is told.
  private static let mostSlots: Int64 = 4_000

  /// Slots that can be heard: all of the event where nobody knows when the recording begins.
  static func slots(of event: Event, at: Timestamp?) throws -> ClosedRange<Int64> {
    guard let at else {
      let count = event.slots.upperBound + 1
      guard count <= mostSlots else {
        throw Failure(
          "stadiumshake.too-many-slots", .usage,
          "the event has \(count) slots, too many to search without the recording's time",
          hint: "Say when the recording begins, as in --at 2027-06-12T20:15:00+02:00.")
      }
      return event.slots
    }
    let last = event.slot(at: at.advanced(byMicroseconds: Int64(StudyOperation.most) * 1_000_000)) + 2
    let first = max(0, min(65_535, event.slot(at: at) - 2))
    return first...max(first, min(65_535, last))
  }
}
