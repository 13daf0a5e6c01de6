internal import CampaignsContract
internal import QixCalendar
internal import QixShake

/// A campaign with users who aren't there: in memory, by the caps, rules of types and award that real shakes meet.
///
/// Shakes come evenly over the time, or over the time in which something is on; each is one of all users', all equally
/// likely. That makes a user's count of shakes binomial, near a Poisson distribution. How many shakes come from the
/// audience, within the pace of a minute and with a proof that is accepted is an assumption: `accepted` is their share.
struct Simulation {
  struct Assumptions: Sendable {
    /// Users, 1 or more.
    var users: Int64
    var seed: UInt64
    /// Shakes of a user in the whole time, on average.
    var shakesPerUser: Double
    /// The shakes of a million that are accepted when no cap and no earlier shake stands in the way.
    var accepted: Int64 = 1_000_000
    /// Values that proofs show, each equally likely: units, or the number that an award's table asks for. Nil for those
    /// that each type says, or else the award's standard.
    var values: ClosedRange<Int64>?
    /// Coins; nil for as many as it takes.
    var budget: Int64?
    /// Days from the campaign's start on; nil for all of them.
    var days: Int64?
  }

  /// More shakes than that would take minutes.
  static let mostShakes: Int64 = 1_000_000_000

  let campaign: Campaign
  let zone: TimeZone
  let assumptions: Assumptions
  /// The rules of the campaign's types, one or more.
  var repetitions: [Repetition] = [.another]
  /// The coins that giving each gift takes out of the budget, by its name.
  var giftCoins: [String: Int64] = [:]

  /// The days of the campaign, each with its number in `Tally` and its length in microseconds.
  var days: [(number: Int64, start: Timestamp, length: Int64)] {
    var days: [(number: Int64, start: Timestamp, length: Int64)] = []
    var date = zone.date(at: campaign.start)
    while days.count < assumptions.days ?? .max {
      let next = CalendarDate(daysSinceEpoch: date.daysSinceEpoch + 1)
      let (start, end) = (max(zone.start(of: date), campaign.start), min(zone.start(of: next), campaign.end))
      guard start < campaign.end else { break }
      if start < end { days.append((date.daysSinceEpoch, start, end.microseconds - start.microseconds)) }
      date = next
    }
    return days
  }

  func run(tick: (Int64) -> Void = { _ in }) -> SimulationResult {
    let days = days
    let shakes = Int64((Double(assumptions.users) * assumptions.shakesPerUser).rounded())
    var agenda = Agenda(
      repetitions, days: days.map { Agenda.Day(start: $0.start, length: $0.length) }, shakes: shakes)
    var play = SimulationPlay(self, agenda.types)
    var done: Int64 = 0
    for (index, day) in days.enumerated() {
      let count = agenda.begin(index)
      play.begin(day.number)
      while let moment = agenda.next() { play.shake(at: moment) }
      play.end(count)
      done += count
      tick(done)
    }
    return play.result()
  }
}
