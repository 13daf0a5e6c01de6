internal import QixCrypto
internal import QixShake
internal import QixWatermark

/// The order of a worker: the marks that can be heard, told before it has seen anything of the recording: JSON, since
/// it goes through a pipe.
struct SearchOrder: Sendable, Equatable {
  /// An event, with the words of slots that follow each other.
  struct Target: Sendable, Equatable {
    let event: UInt32
    let slotSeconds: Int64
    let sequences: [UInt8]
    /// Slot of the first word.
    let first: Int64
    let words: [[UInt8]]
    /// Seconds from the event's start to a known moment: the recording's end for `hear`, its beginning for `study`; nil
    /// where it isn't known.
    let moment: Double?
  }

  /// Bytes of the recording; the originals' samples stand behind it.
  let soundBytes: Int
  let targets: [Target]
  let originals: [Original]

  init(soundBytes: Int, targets: [Target], originals: [Original]) {
    (self.soundBytes, self.targets, self.originals) = (soundBytes, targets, originals)
  }

  var json: JSONObject {
    [
      "sound": .integer(Int64(soundBytes)), "targets": .array(targets.map { .object($0.json) }),
      "originals": .array(originals.map { .object($0.json) }),
    ]
  }

  /// Nil of what is no order.
  init?(_ json: JSONObject) {
    guard let sound = json["sound"]?.integer, let targets = json["targets"]?.array,
      let originals = json["originals"]?.array
    else { return nil }
    soundBytes = Int(sound)
    self.targets = targets.compactMap { $0.object.flatMap(Target.init) }
    self.originals = originals.compactMap { $0.object.flatMap(Original.init) }
    guard self.targets.count == targets.count, self.originals.count == originals.count else { return nil }
  }
}

extension SearchOrder.Target {
  fileprivate var json: JSONObject {
    var object: JSONObject = [
      "event": .integer(Int64(event)), "slot_seconds": .integer(slotSeconds),
      "sequences": .string(Hexadecimal.encode(sequences)), "first": .integer(first),
      "words": .string(Hexadecimal.encode(words.joined())),
    ]
    if let moment { object["moment"] = .double(moment) }
    return object
  }

  fileprivate init?(_ json: JSONObject) {
    let size = MarkFormat.symbols
    guard let event = json["event"]?.integer, (1..<1 << 24).contains(event),
      let slotSeconds = json["slot_seconds"]?.integer, slotSeconds >= Int64(MarkFormat.periodSeconds),
      let sequences = json["sequences"]?.string.flatMap(Hexadecimal.decode), let first = json["first"]?.integer,
      let words = json["words"]?.string.flatMap(Hexadecimal.decode), words.count.isMultiple(of: size),
      first >= 0, first + Int64(words.count / size) <= 1 << 16
    else { return nil }
    self.event = UInt32(event)
    self.slotSeconds = slotSeconds
    self.sequences = sequences
    self.first = first
    self.words = stride(from: 0, to: words.count, by: size).map { Array(words[$0..<$0 + size]) }
    moment = json["moment"]?.double
  }
}

extension Original {
  fileprivate var json: JSONObject {
    var object: JSONObject = [
      "event": .integer(Int64(event)), "name": .string(name), "count": .integer(Int64(count)),
    ]
    if let place {
      object["slot"] = .integer(Int64(place.slot))
      object["passed"] = .integer(Int64(place.passed))
    }
    return object
  }

  fileprivate init?(_ json: JSONObject) {
    guard let event = json["event"]?.integer, let number = UInt32(exactly: event), let name = json["name"]?.string,
      let count = json["count"]?.integer, count > 0
    else { return nil }
    (self.event, self.name, self.count) = (number, name, Int(count))
    if let slot = json["slot"]?.integer.flatMap({ UInt16(exactly: $0) }), let passed = json["passed"]?.integer {
      place = Place(slot: slot, passed: Int(passed))
    } else {
      place = nil
    }
  }
}
