package import QixShake

extension TVShakeType {
  /// Each broadcast counts once for each user. Users don't say which channel they watch, and know the codes.
  package func repetition(
    of campaign: CampaignID, from start: Timestamp, until end: Timestamp, in connection: Connection
  ) throws -> Repetition {
    let airtime = try cache.read(from: start, until: end, in: connection)
    return Repetition(
      .openings(airtime.openings), units: .one, codes: Repetition.Codes(nothing: "tvshake.outside-window"))
  }
}

extension Airtime {
  /// The times at which a shake belongs to a broadcast, as `find` has it.
  var openings: [Repetition.Opening] {
    var numbers: [WindowID: Int64] = [:]
    var moments: [Timestamp] = []
    for slot in slots {
      numbers[slot.window.id] = Int64(numbers.count)
      moments.append(slot.window.start.advanced(byMicroseconds: -before))
      moments.append(slot.window.start)
      moments.append(slot.window.end)
      moments.append(slot.window.end.advanced(byMicroseconds: after))
    }
    moments.sort()
    var openings: [Repetition.Opening] = []
    // Between two of these moments nothing begins and nothing ends.
    for (start, end) in zip(moments, moments.dropFirst()) where start < end {
      guard let hit = find(at: start), let number = numbers[hit.slot.window.id] else { continue }
      if let last = openings.last, last.end == start, last.thing == number {
        openings[openings.count - 1].end = end
      } else {
        openings.append(Repetition.Opening(start: start, end: end, thing: number))
      }
    }
    return openings
  }
}
