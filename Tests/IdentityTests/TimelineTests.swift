import IdentityContract
import QixCommands
import QixKernel
import QixModule
import QixStorage
import QixTesting
import Testing

/// One line of time, whatever the modules contribute.
@Suite struct TimelineTests {
  /// Pages of any size are the whole line, in its order.
  @Test func pagesOfAnySizeAreTheSameWhole() throws {
    let seed = Seed(for: "pagesOfAnySizeAreTheSameWhole")
    var random = SeededGenerator(seed)
    try TestHome.initialised { home in
      let context = Context(clock: home.clock, random: home.random)
      try home.unchecked.read { connection in
        for _ in 0..<40 {
          let user = UserID(high: random.next(), low: random.next())
          let timeline = Timeline([First.self, Second.self, Third.self])
          let all = (First.entries(of: user) + Second.entries(of: user) + Third.entries(of: user)).map(\.place)
          let sorted = all.sorted { $0 > $1 }
          #expect(Set(all).count == all.count)
          for size in [1, 2, 3, 7, Int(random.next() % 40) + 1, 500] {
            var (found, before): ([TimelinePlace], TimelinePlace?) = ([], nil)
            repeat {
              let query = TimelineQuery(
                users: [user], kinds: Set(TimelineKind.allCases), before: before, limit: size)
              let page = try timeline.page(query, in: connection, context: context).map(\.place)
              found += page
              before = page.count == size ? page.last : nil
            } while before != nil && found.count <= all.count
            #expect(found == sorted, "\(seed), pages of \(size)")
          }
          let kinds: Set<TimelineKind> = [.coins, .badge]
          let query = TimelineQuery(users: [user], kinds: kinds, limit: 500)
          let few = try timeline.page(query, in: connection, context: context)
          #expect(few.allSatisfy { kinds.contains($0.kind) })
          let counts = try timeline.counts(query, in: connection, context: context)
          #expect(counts.values.reduce(0, +) == few.count && Set(counts.keys) == kinds, "\(seed)")
        }
      }
    }
  }

  /// Ids are looked for by a bound: those behind a place are exactly those below it.
  @Test func idsBehindAPlaceAreBelowItsBound() {
    let seed = Seed(for: "idsBehindAPlaceAreBelowItsBound")
    var random = SeededGenerator(seed)
    for _ in 0..<5_000 {
      let id = Identifier<UserTag>(high: UInt64(random.next() % 3) << 16 | 0x7000, low: random.next() % 3)
      let other = Identifier<UserTag>(high: UInt64(random.next() % 3) << 16 | 0x7000, low: random.next() % 3)
      let time = Timestamp(microseconds: Int64(random.next() % 3) * 1_000 + Int64(random.next() % 2) * 400)
      let keys = ["abc.1", "log.000000000001", "usq_1", "usz_1", "zzz"]
      let place =
        random.next() % 2 == 0 ? TimelinePlace(other) : TimelinePlace(time, keys[Int(random.next() % 5)])
      let query = TimelineQuery(users: [id], kinds: [.profile], before: place, limit: 1)
      #expect((id < query.bound()) == (TimelinePlace(id) < place), "\(seed): \(id), \(place)")
    }
  }

  @Test func aPlaceIsReadAsItIsWritten() throws {
    for place in [
      TimelinePlace(Timestamp(microseconds: 12), "handed.vch_1"), TimelinePlace(.init(microseconds: 0), "a"),
    ] {
      #expect(TimelinePlace("\(place)") == place)
    }
    for text in ["", "12", "12.", ".a", "x.a", "-1.a", "1.\(String(repeating: "a", count: 201))"] {
      #expect(TimelinePlace(text) == nil, "\(text)")
    }
  }
}

/// A module whose entries follow from the user's id.
private protocol Invented: TimelineProviding {
  static var kinds: [TimelineKind] { get }
}

extension Invented {
  static var summary: String { "Invents entries." }
  static var timelineKinds: Set<TimelineKind> { Set(kinds) }

  /// Many at one time, so that keys have to decide.
  static func entries(of user: UserID) -> [TimelineEntry] {
    var random = SeededGenerator(seed: user.low ^ UInt64(id.utf8.reduce(0) { $0 + Int($1) }))
    return (0..<Int(random.next() % 60)).map { number in
      let kind = kinds[Int(random.next() % UInt64(kinds.count))]
      return TimelineEntry(
        TimelinePlace(Timestamp(microseconds: Int64(random.next() % 12)), "\(id).\(number)"), kind, "x.y", "It was.")
    }
  }

  static func timeline(_ query: TimelineQuery, in connection: Connection, context: Context) throws -> [TimelineEntry] {
    query.cut(entries(of: query.user))
  }

  static func timelineCounts(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineKind: Int] {
    Dictionary(grouping: entries(of: query.user), by: \.kind).mapValues(\.count)
  }
}

private enum First: Invented {
  static let id = "first"
  static let kinds: [TimelineKind] = [.coins, .message]
}
private enum Second: Invented {
  static let id = "second"
  static let kinds: [TimelineKind] = [.shake]
}
private enum Third: Invented {
  static let id = "third"
  static let kinds: [TimelineKind] = [.profile, .badge]
}
