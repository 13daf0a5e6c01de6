internal import QixShake

/// The rules of a simulated campaign's types: what each shake is about, and whether it counts.
struct Repetitions {
  struct Meant {
    /// Its place among the campaign's types.
    var type: Int
    /// -1 where the shake brings its own, and where there is none.
    var thing: Int64
  }

  private enum Refused: Int {
    case had = 0, nothing, pace
  }

  private let all: [Repetition]
  /// The types of each course of the agenda.
  private let courses: [[Int]]
  /// The number of things of which a shake of each type draws one; 0 where it draws none.
  private let drawn: [Int64]
  /// Whether all types are alike and let each shake count: then nothing has to be looked up.
  private let isPlain: Bool
  private var memories: [Memory]
  private var minutes: [PaceCount?]
  private var days: [PaceCount?]
  private var refused: [Int64]

  init(_ repetitions: [Repetition], courses: [[Int]], users: Int) {
    all = repetitions
    self.courses = courses
    drawn = repetitions.map { if case .oneOf(let count) = $0.things { count } else { 0 } }
    isPlain = repetitions.allSatisfy {
      $0 == repetitions[0] && $0.things == .another && $0.perMinute == nil && $0.perDay == nil
    }
    memories = repetitions.map { Memory($0, users: users) }
    minutes = repetitions.map { $0.perMinute.map { PaceCount($0, in: Timestamp.day / 1_440, users: users) } }
    days = repetitions.map { $0.perDay.map { PaceCount($0, in: Timestamp.day, users: users) } }
    refused = [Int64](repeating: 0, count: 3 * repetitions.count)
  }

  /// The type and the thing of a shake.
  func meant(at moment: Agenda.Moment, _ random: inout SimulationRandom) -> Meant {
    if isPlain { return Meant(type: 0, thing: -1) }
    let count = courses[moment.course].count
    let place = count == 1 ? 0 : Int(random.next(below: UInt64(count)))
    let type = courses[moment.course][place]
    guard drawn[type] > 0 else { return Meant(type: type, thing: moment.thing) }
    return Meant(type: type, thing: drawn[type] == 1 ? 0 : Int64(random.next(below: UInt64(drawn[type]))))
  }

  /// Whether a shake counts by its type's rule; counts the refusal where it doesn't.
  mutating func takes(_ meant: Meant, of user: Int, at time: Int64) -> Bool {
    if isPlain { return true }
    let type = meant.type
    if meant.thing < 0, !memories[type].isOwn { return refuse(type, .nothing) }
    if minutes[type]?.isFull(user, at: time) ?? false { return refuse(type, .pace) }
    if days[type]?.isFull(user, at: time) ?? false { return refuse(type, .pace) }
    return memories[type].has(meant.thing, user, at: time) ? refuse(type, .had) : true
  }

  private mutating func refuse(_ type: Int, _ reason: Refused) -> Bool {
    refused[3 * type + reason.rawValue] += 1
    return false
  }

  /// Notes a shake that was accepted. One that the budget refuses has used up nothing.
  mutating func note(_ meant: Meant, of user: Int, at time: Int64) {
    if isPlain { return }
    minutes[meant.type]?.note(user, at: time)
    days[meant.type]?.note(user, at: time)
    memories[meant.type].note(meant.thing, user, at: time)
  }

  /// The refusals so far, by their codes.
  var refusals: [(code: String, count: Int64)] {
    var refusals: [(code: String, count: Int64)] = []
    for (type, repetition) in all.enumerated() {
      func count(_ reason: Refused) -> Int64 { refused[3 * type + reason.rawValue] }
      refusals.append((repetition.codes.had, count(.had)))
      refusals.append((repetition.codes.nothing, count(.nothing)))
      refusals.append((repetition.codes.pace, count(.pace)))
    }
    return refusals
  }
}

/// The things that users have had of one type: a bit for each user and thing, or a set where that would be too many.
private struct Memory {
  private enum Kind { case nothing, bits, pairs, times }

  /// More bits than that are 512 MB.
  private static let mostBits: UInt64 = 1 << 32

  /// Whether each shake brings a thing of its own.
  let isOwn: Bool
  private let kind: Kind
  private let things: UInt64
  private let isOfAll: Bool
  /// Microseconds.
  private let wait: Int64
  private var bits: [UInt64] = []
  private var pairs: Set<UInt64> = []
  private var times: [UInt64: Int64] = [:]

  init(_ repetition: Repetition, users: Int) {
    let things: UInt64
    switch repetition.things {
    case .another: things = 0
    case .oneOf(let count): things = UInt64(max(0, count))
    case .openings(let openings): things = openings.reduce(0) { max($0, UInt64($1.thing) + 1) }
    }
    self.things = things
    isOwn = repetition.things == .another
    isOfAll = repetition.scope == .everybody
    let (places, isTooMany) = things.multipliedReportingOverflow(by: isOfAll ? 1 : UInt64(users))
    switch repetition.again {
    case _ where things == 0: (kind, wait) = (.nothing, 0)
    case .always: (kind, wait) = (.nothing, 0)
    case .after(let microseconds): (kind, wait) = (.times, microseconds)
    case .never: (kind, wait) = (!isTooMany && places <= Self.mostBits ? .bits : .pairs, 0)
    }
    if kind == .bits { bits = [UInt64](repeating: 0, count: Int((places + 63) / 64)) }
  }

  private func place(_ thing: Int64, _ user: Int) -> UInt64 {
    isOfAll ? UInt64(thing) : UInt64(user) * things + UInt64(thing)
  }

  func has(_ thing: Int64, _ user: Int, at time: Int64) -> Bool {
    if kind == .nothing || thing < 0 { return false }
    let place = place(thing, user)
    switch kind {
    case .nothing: return false
    case .bits: return bits[Int(place >> 6)] & (1 << (place & 63)) != 0
    case .pairs: return pairs.contains(place)
    case .times: return times[place].map { time - $0 < wait } ?? false
    }
  }

  mutating func note(_ thing: Int64, _ user: Int, at time: Int64) {
    if kind == .nothing || thing < 0 { return }
    let place = place(thing, user)
    switch kind {
    case .nothing: break
    case .bits: bits[Int(place >> 6)] |= 1 << (place & 63)
    case .pairs: pairs.insert(place)
    case .times: times[place] = time
    }
  }
}

/// The shakes of each user that counted within a span up to now. Times never go back.
private struct PaceCount {
  private let most: Int64
  /// Microseconds.
  private let span: Int64
  private var counts: [UInt32]
  /// Those within the span, the oldest first, from `first` on.
  private var users: [UInt32] = []
  private var times: [Int64] = []
  private var first = 0

  init(_ most: Int64, in span: Int64, users: Int) {
    self.most = most
    self.span = span
    counts = [UInt32](repeating: 0, count: users)
  }

  mutating func isFull(_ user: Int, at time: Int64) -> Bool {
    while first < times.count, time - times[first] >= span {
      counts[Int(users[first])] -= 1
      first += 1
    }
    if first > 65_536, first > times.count / 2 {
      users.removeFirst(first)
      times.removeFirst(first)
      first = 0
    }
    return Int64(counts[user]) >= most
  }

  mutating func note(_ user: Int, at time: Int64) {
    counts[user] += 1
    users.append(UInt32(user))
    times.append(time)
  }
}
