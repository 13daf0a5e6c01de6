internal import IdentityContract
internal import QixCalendar
package import QixDefinitions
package import QixFormats
internal import QixShake

extension ContextCondition {
  /// The keys of its object.
  package enum Key {
    package static let link = "link"
    package static let prefix = "link_prefix"
    package static let session = "session"
    package static let place = "place"
    package static let asked = "asked"
    package static let mode = "mode"
    package static let segment = "segment"
    package static let conditions = "conditions"
    package static let hours = "hours"

    package static let from = "from"
    package static let until = "until"
    package static let days = "days"
    package static let zone = "zone"
  }

  /// The value of `asked` for a shake that asks for no type.
  package static let nothing = "none"

  /// Reads what a file says under `when`; nothing is always.
  /// - Parameter asks: whether it may depend on the type of shake that is asked for.
  package init(reading value: JSONValue?, at pointer: JSONPointer, asks: Bool, _ faults: inout Faults) {
    let keys =
      [Key.link, Key.prefix, Key.session, Key.place] + (asks ? [Key.asked] : [])
      + [Key.mode, Key.segment, Key.conditions, Key.hours]
    guard let object = faults.object(value, at: pointer, keys: keys) else { return }
    let exact = faults.line(object, Key.link, at: pointer, most: 2_048, "write the whole link")
    let prefix = faults.line(object, Key.prefix, at: pointer, most: 2_048, "write how links begin")
    if exact != nil, prefix != nil {
      faults.add(
        pointer.appending(Key.prefix), "'\(Key.link)' is given too", "give only one of the two")
    }
    link = exact.map { .exact($0) } ?? prefix.map { .prefix($0) }
    session = faults.line(object, Key.session, at: pointer, most: 200, "name a session")
    place = faults.line(object, Key.place, at: pointer, most: 200, "name a place")
    if asks {
      let type = faults.line(object, Key.asked, at: pointer, most: 64, "name a type of shake, or write \(Self.nothing)")
      asked = type.map { $0 == Self.nothing ? .nothing : .type($0) }
    }
    let modes = FieldKind.choice(Mode.allCases.map(\.name))
    mode = faults.value(object, Key.mode, at: pointer, modes)?.string.flatMap(Mode.init(name:))
    segment = faults.line(object, Key.segment, at: pointer, most: 64, "name a segment")
    conditions = faults.conditions(object, Key.conditions, at: pointer)
    hours = WeeklyHours(reading: object[Key.hours], at: pointer.appending(Key.hours), &faults)
  }

  /// As it is read; nil if it says nothing.
  package var json: JSONValue? {
    var when = JSONObject()
    switch link {
    case .exact(let text): when[Key.link] = .string(text)
    case .prefix(let text): when[Key.prefix] = .string(text)
    case nil: break
    }
    when[Key.session] = session.map { .string($0) }
    when[Key.place] = place.map { .string($0) }
    switch asked {
    case .type(let type): when[Key.asked] = .string(type)
    case .nothing: when[Key.asked] = .string(Self.nothing)
    case nil: break
    }
    when[Key.mode] = mode.map { .string($0.name) }
    when[Key.segment] = segment.map { .string($0) }
    if !conditions.isEmpty { when[Key.conditions] = .array(conditions.map { .string($0) }) }
    when[Key.hours] = hours?.json
    return when.members.isEmpty ? nil : .object(when)
  }
}

extension WeeklyHours {
  private typealias Key = ContextCondition.Key

  fileprivate init?(reading value: JSONValue?, at pointer: JSONPointer, _ faults: inout Faults) {
    let keys = [Key.from, Key.until, Key.days, Key.zone]
    guard let object = faults.object(value, at: pointer, keys: keys) else { return nil }
    let from = Self.minute(object, Key.from, at: pointer, &faults) ?? 0
    var until = Self.minute(object, Key.until, at: pointer, &faults) ?? Self.minutesOfDay
    if from == Self.minutesOfDay {
      faults.add(pointer.appending(Key.from), "hours can't begin at 24:00", "write 00:00, and the next day")
    }
    if from == until {
      faults.add(pointer.appending(Key.until), "it is the same as '\(Key.from)'", "write when the hours end")
    }
    if until == 0 { until = Self.minutesOfDay }
    var days = Set(Self.dayNames.indices)
    if let list = object[Key.days], !list.isNull {
      let remedy = "name at least one day: \(Self.dayNames.joined(separator: ", "))"
      let kind = ValueKind.list(of: .choice(Self.dayNames), most: 7)
      let problem = list.array == [] ? "it names no day" : kind.problem(with: list)
      if let problem { faults.add(pointer.appending(Key.days), problem, remedy) }
      days = Set((list.array ?? []).compactMap(\.string).compactMap { Self.dayNames.firstIndex(of: $0) })
    }
    let remedy = "name a time zone such as Europe/Rome"
    let zone = faults.value(object, Key.zone, at: pointer, .text(remedy, most: 64), isRequired: true)?.string
    guard let zone else { return nil }
    do {
      self.init(days: days, from: from, until: until, zone: try TimeZone(identifier: zone))
    } catch {
      faults.add(pointer.appending(Key.zone), error.description, remedy)
      return nil
    }
  }

  private static func minute(
    _ object: JSONObject, _ key: String, at pointer: JSONPointer, _ faults: inout Faults
  ) -> Int? {
    let remedy = "write a time such as 18:00, and the day's end as 24:00"
    guard let text = faults.value(object, key, at: pointer, .text(remedy, most: 200))?.string else { return nil }
    let minute = Self.minute(text)
    if minute == nil {
      faults.add(pointer.appending(key), "\(FieldKind.quoted(text) ?? "it") is not a time of the day", remedy)
    }
    return minute
  }

  fileprivate var json: JSONValue {
    var object = JSONObject()
    object[Key.from] = .string(Self.text(from))
    object[Key.until] = .string(Self.text(until))
    if days.count < 7 { object[Key.days] = .array(dayList.map { .string($0) }) }
    object[Key.zone] = .string(zone.identifier)
    return .object(object)
  }
}

extension Faults {
  /// A text of 1 to so many bytes without a line end; nil for none.
  fileprivate mutating func line(
    _ object: JSONObject, _ key: String, at pointer: JSONPointer, most: Int, _ remedy: String
  ) -> String? {
    guard let text = value(object, key, at: pointer, .text(remedy, most: most))?.string else { return nil }
    guard !text.utf8.contains(UInt8(ascii: "\n")) else {
      add(pointer.appending(key), "it contains a line end", remedy)
      return nil
    }
    return text
  }
}
