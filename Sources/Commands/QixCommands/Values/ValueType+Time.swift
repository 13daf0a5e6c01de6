internal import QixCalendar
package import QixKernel

extension ValueType where Value == Timestamp {
  /// The beginning of what is looked at: a day stands for its first moment, a length of time is counted back from now.
  package static var since: ValueType { moment(.start, .back) }
  /// The end of what is looked at, which is not part of it: a day stands for the end of it, so that it is looked at.
  package static var until: ValueType { moment(.end, .back) }
  /// A moment by itself: as `since`.
  package static var moment: ValueType { moment(.start, .back) }
  /// The beginning of what is to come: as `since`, with lengths of time counted from now on.
  package static var start: ValueType { moment(.start, .ahead) }
  /// The end of what is to come: as `until`, with lengths of time counted from now on.
  package static var end: ValueType { moment(.end, .ahead) }

  /// A moment as people write it. Without an offset it is of the zone of `--zone`, or of the installation.
  private static func moment(_ edge: WrittenMoment.Edge, _ direction: WrittenMoment.Direction) -> ValueType {
    let written = ValueType<WrittenMoment>.writtenMoment
    return ValueType(placeholder: "WHEN") { text throws(ValueError) in
      guard case .absolute(let time) = try written.parse(text) else {
        throw ValueError("a time with an offset is needed")
      }
      return time
    } reading: { text throws(ValueError) in
      try written.parse(text)
    } resolving: { written, context in
      let zone = written.isOfZone ? try context.zone() : .utc
      let moment = written.moment(edge, direction, at: context.clock.now(), in: zone)
      return try moment.checked()
    } isOfZone: {
      $0.isOfZone
    }
  }
}

extension ValueType where Value == WrittenMoment {
  /// A moment in any of its forms, for who knows in which zone it is.
  package static var writtenMoment: ValueType {
    ValueType(placeholder: "WHEN") { text throws(ValueError) in
      if let moment = WrittenMoment(text) { return moment }
      throw ValueError("'\(text.prefix(40))' is not a time; write one as \(WrittenMoment.forms)")
    }
  }
}

extension ValueType where Value == CalendarDate {
  package static var date: ValueType<CalendarDate> {
    ValueType(placeholder: "DATE") { text throws(ValueError) in
      if let value = CalendarDate(text) { return value }
      throw ValueError("'\(text.prefix(40))' is not a calendar day; write one as 2027-06-30")
    }
  }
}

extension ValueType {
  /// What can end at a day or a time on the wall of the installation's zone, besides what `parse` reads.
  /// - Parameter edge: of a day that is given.
  package static func ending(
    placeholder: String = "WHEN", _ edge: WrittenMoment.Edge = .end, at make: @escaping @Sendable (Timestamp) -> Value,
    or parse: @escaping @Sendable (String) throws(ValueError) -> Value
  ) -> ValueType {
    ValueType(placeholder: placeholder, parse: parse) { text throws(ValueError) -> WrittenEnd<Value> in
      switch WrittenMoment(text) {
      case .absolute(let time)?: .moment(.absolute(time))
      case .day(let day)?: .moment(.day(day))
      case .month(let first)?: .moment(.month(first))
      case .wall(let wall)?: .moment(.wall(wall))
      case .span(let word, let unit)?: .moment(.span(word, unit))
      default: .value(try parse(text))
      }
    } resolving: { read, context in
      switch read {
      case .value(let value): value
      case .moment(let written):
        make(try written.moment(edge, .ahead, at: context.clock.now(), in: try context.zone()).checked())
      }
    } isOfZone: {
      $0.isOfZone
    }
  }
}

extension Timestamp {
  fileprivate func checked() throws(ValueError) -> Timestamp {
    guard isInCalendar else { throw ValueError("the time is outside of the calendar") }
    return self
  }
}

private enum WrittenEnd<Value: Sendable>: Sendable {
  case value(Value)
  case moment(WrittenMoment)

  var isOfZone: Bool { if case .moment = self { true } else { false } }
}

/// `--since` and `--until`, of every command that looks at a stretch of time.
package struct SpanOptions: Sendable {
  @Option package var since: Timestamp?
  @Option package var until: Timestamp?

  /// - Parameters:
  ///   - what: what happened, with a capital letter: `Redeemed`.
  ///   - isAhead: whether lengths of time are counted from now on, and not back.
  ///   - formerly: earlier names of the two.
  package init(_ what: Sentence, isAhead: Bool = false, formerly: (since: [String], until: [String]) = ([], [])) {
    _since = Option("since", isAhead ? .start : .since, "\(what) at this time or later", formerly: formerly.since)
    _until = Option(
      "until", isAhead ? .end : .until, "\(what) before this time, or by the end of this day", formerly: formerly.until)
  }

  /// - Throws: `UsageError` for an end that isn't behind the beginning.
  package func check() throws(UsageError) {
    if let since, let until, until <= since {
      throw UsageError(
        "--since \(since) is not before --until \(until)", hint: "Give an --until later than --since.")
    }
  }
}
