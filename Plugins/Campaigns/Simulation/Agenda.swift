internal import QixShake

/// The moments of a simulation's shakes, in their order.
///
/// Types of one kind share a course of shakes that come evenly over the time. A type that counts while something is on
/// has a course of its own, with the same share of all shakes for each type: evenly over the time in which that is so.
struct Agenda {
  struct Moment {
    /// Microseconds since 1970.
    var time: Int64
    var course: Int
    /// The thing that is on; -1 for types of which nothing is.
    var thing: Int64
  }

  struct Day {
    var start: Timestamp
    /// Microseconds.
    var length: Int64
  }

  /// A time in which shakes come.
  private struct Span {
    var start: Int64
    var length: Int64
    var thing: Int64
  }

  private struct Course {
    let shakes: Int64
    let days: [[Span]]
    let whole: Double
    private var elapsed = 0.0
    private var done: Int64 = 0
    // Of the day.
    private var spans: [Span] = []
    private var length: Int64 = 0
    private(set) var count: Int64 = 0
    private var index: Int64 = 0
    private var span = 0
    /// Of the day's spans that are over.
    private var passed: Int64 = 0
    /// Of the next shake; `Int64.max` where none is left today.
    private(set) var time = Int64.max

    init(_ shakes: Int64, _ days: [[Span]]) {
      self.shakes = shakes
      self.days = days
      whole = days.reduce(0.0) { $0 + Self.length(of: $1) }
    }

    private static func length(of spans: [Span]) -> Double { spans.reduce(0.0) { $0 + Double($1.length) } }

    var thing: Int64 { spans[span].thing }

    mutating func begin(_ day: Int) {
      spans = days[day]
      length = spans.reduce(0) { $0 + $1.length }
      elapsed += Double(length)
      // So that all days together have exactly all shakes.
      let until = whole > 0 ? Int64((Double(shakes) * elapsed / whole).rounded()) : 0
      count = until - done
      done = until
      (index, span, passed) = (0, 0, 0)
      aim()
    }

    mutating func advance() {
      index += 1
      aim()
    }

    private mutating func aim() {
      guard index < count else {
        time = .max
        return
      }
      let offset = Int64(Double(length) * Double(index) / Double(count))
      while offset - passed >= spans[span].length, span + 1 < spans.count {
        passed += spans[span].length
        span += 1
      }
      time = spans[span].start + offset - passed
    }
  }

  /// The types of each course, by their places among the campaign's.
  let types: [[Int]]
  private var courses: [Course] = []

  init(_ repetitions: [Repetition], days: [Day], shakes: Int64) {
    var even: [Int] = []
    var groups: [(types: [Int], days: [[Span]])] = []
    for (index, repetition) in repetitions.enumerated() {
      guard case .openings(let openings) = repetition.things else {
        even.append(index)
        continue
      }
      let spans = Self.spans(openings, days)
      // Users shake for what is never on at any time.
      if spans.allSatisfy(\.isEmpty) { even.append(index) } else { groups.append(([index], spans)) }
    }
    if !even.isEmpty {
      let whole = days.map { [Span(start: $0.start.microseconds, length: $0.length, thing: -1)] }
      groups.insert((even, whole), at: 0)
    }
    types = groups.map(\.types)
    var (before, given) = (0, 0 as Int64)
    for group in groups {
      before += group.types.count
      let until = Int64((Double(shakes) * Double(before) / Double(repetitions.count)).rounded())
      courses.append(Course(until - given, group.days))
      given = until
    }
  }

  /// The parts of openings that lie within each day.
  private static func spans(_ openings: [Repetition.Opening], _ days: [Day]) -> [[Span]] {
    var first = 0
    return days.map { day in
      let (start, end) = (day.start.microseconds, day.start.microseconds + day.length)
      while first < openings.count, openings[first].end.microseconds <= start { first += 1 }
      var spans: [Span] = []
      for opening in openings[first...] {
        let (from, until) = (max(start, opening.start.microseconds), min(end, opening.end.microseconds))
        guard opening.start.microseconds < end else { break }
        if from < until { spans.append(Span(start: from, length: until - from, thing: opening.thing)) }
      }
      return spans
    }
  }

  /// Begins a day; each one once, in their order.
  /// - Returns: the number of its shakes.
  mutating func begin(_ day: Int) -> Int64 {
    var count: Int64 = 0
    for index in courses.indices {
      courses[index].begin(day)
      count += courses[index].count
    }
    return count
  }

  /// The day's next shake; nil where none is left.
  mutating func next() -> Moment? {
    var first = 0
    for index in courses.indices.dropFirst() where courses[index].time < courses[first].time { first = index }
    let time = courses[first].time
    guard time != .max else { return nil }
    let moment = Moment(time: time, course: first, thing: courses[first].thing)
    courses[first].advance()
    return moment
  }
}
