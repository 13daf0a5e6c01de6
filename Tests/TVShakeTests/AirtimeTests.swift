import QixCalendar
import QixKernel
import QixTesting
import Testing

@testable import TVShake

/// Which broadcast a moment belongs to.
@Suite struct AirtimeTests {
  private func slot(_ name: String, _ start: Int64, _ end: Int64, on channel: String = "a", id: UInt64 = 0)
    -> Airtime.Slot
  {
    let source = Window.Source(uid: name, instance: Timestamp(microseconds: start), sequence: 0)
    let window = Window(
      id: WindowID(high: 1, low: id), channel: channel, programme: name, start: Timestamp(microseconds: start),
      end: Timestamp(microseconds: end), zone: "UTC", source: source)
    return Airtime.Slot(window, zone: .utc, code: nil)
  }

  private func found(_ airtime: Airtime, _ time: Int64, channel: String? = nil) -> String? {
    airtime.find(at: Timestamp(microseconds: time), channel: channel).map { "\($0.slot.window.programme) \($0.phase)" }
  }

  @Test func theStartBelongsToItAndTheEndDoesNot() {
    let airtime = Airtime([slot("news", 1_000, 2_000)], before: 0, after: 0)
    #expect(found(airtime, 999) == nil)
    #expect(found(airtime, 1_000) == "news on")
    #expect(found(airtime, 1_999) == "news on")
    #expect(found(airtime, 2_000) == nil)
    #expect(found(Airtime([], before: 5, after: 5), 0) == nil)
  }

  @Test func graceReachesBeforeAndBehind() {
    let airtime = Airtime([slot("news", 1_000, 2_000)], before: 100, after: 300)
    #expect(found(airtime, 899) == nil)
    #expect(found(airtime, 900) == "news before")
    #expect(found(airtime, 999) == "news before")
    #expect(found(airtime, 2_000) == "news after")
    #expect(found(airtime, 2_299) == "news after")
    #expect(found(airtime, 2_300) == nil)
  }

  /// A broadcast that is on comes before any grace; what was on comes before what will be.
  @Test func graceGivesWay() {
    let adjoining = Airtime([slot("news", 1_000, 2_000), slot("quiz", 2_000, 3_000)], before: 500, after: 500)
    #expect(found(adjoining, 1_999) == "news on" && found(adjoining, 2_000) == "quiz on")
    let apart = Airtime([slot("news", 1_000, 2_000), slot("quiz", 2_600, 3_000)], before: 500, after: 500)
    #expect(found(apart, 2_200) == "news after" && found(apart, 2_499) == "news after")
    #expect(found(apart, 2_500) == "quiz before" && found(apart, 2_600) == "quiz on")
  }

  @Test func ofSeveralTheOneThatBeganLastCounts() {
    let airtime = Airtime(
      [slot("show", 0, 10_000), slot("news", 4_000, 5_000), slot("news", 6_000, 7_000)], before: 0, after: 100)
    #expect(found(airtime, 3_999) == "show on" && found(airtime, 4_000) == "news on")
    // It is on again, or still.
    #expect(found(airtime, 5_000) == "show on" && found(airtime, 6_500) == "news on")
    #expect(found(airtime, 9_999) == "show on" && found(airtime, 10_050) == "show after")
    // Two that began together: always the same.
    let twins = [slot("a", 0, 10, id: 1), slot("b", 0, 10, id: 2)]
    #expect(found(Airtime(twins, before: 0, after: 0), 5) == found(Airtime(twins.reversed(), before: 0, after: 0), 5))
  }

  @Test func theViewerMaySayTheChannel() {
    let airtime = Airtime(
      [slot("news", 0, 1_000, on: "a"), slot("film", 500, 2_000, on: "b")], next: slot("late", 9_000, 9_500, on: "b"),
      before: 0, after: 0)
    #expect(found(airtime, 600) == "film on" && found(airtime, 600, channel: "a") == "news on")
    #expect(found(airtime, 1_500, channel: "a") == nil && found(airtime, 600, channel: "c") == nil)
    func next(_ time: Int64, _ channel: String?) -> String? {
      airtime.next(after: Timestamp(microseconds: time), channel: channel)?.window.programme
    }
    #expect(next(100, nil) == "film" && next(2_000, nil) == "late" && next(2_000, "a") == nil)
  }

  /// Against looking at each of them.
  @Test func theSearchFindsWhatLookingAtAllFinds() {
    var random = SeededGenerator(Seed(for: "airtime"))
    for _ in 0..<200 {
      let slots = (0..<Int.random(in: 0...12, using: &random)).map { index in
        let start = Int64.random(in: 0...200, using: &random)
        return slot("p\(index)", start, start + Int64.random(in: 1...80, using: &random), id: UInt64(index))
      }
      let before = Int64.random(in: 0...30, using: &random)
      let after = Int64.random(in: 0...30, using: &random)
      let airtime = Airtime(slots, before: before, after: after)
      for time in Int64(-40)...320 {
        let on = slots.filter { $0.window.start.microseconds <= time && time < $0.window.end.microseconds }
          .max { ($0.window.start, $0.window.id) < ($1.window.start, $1.window.id) }
        let late = slots.filter { (0..<after).contains(time - $0.window.end.microseconds) }.map(\.window.end).max()
        let soon = slots.filter { (1...max(before, 1)).contains($0.window.start.microseconds - time) && before > 0 }
          .map(\.window.start).min()
        let hit = airtime.find(at: Timestamp(microseconds: time))
        switch hit?.phase {
        case .on: #expect(hit?.slot.window.id == on?.window.id)
        case .after: #expect(on == nil && hit?.slot.window.end == late)
        case .before: #expect(on == nil && late == nil && hit?.slot.window.start == soon)
        case nil: #expect(on == nil && late == nil && soon == nil)
        }
      }
    }
  }
}
