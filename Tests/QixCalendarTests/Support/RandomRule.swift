import QixKernel
import QixTesting

/// A rule of any parts that its frequency allows, and where it begins: a time of its own more often than not.
struct RandomRule {
  let rule: String
  let start: Timestamp
  /// So far it is compared.
  let end: Timestamp

  init(_ random: inout SeededGenerator) {
    func pick<T>(_ all: [T]) -> T { all[Int.random(in: 0..<all.count, using: &random)] }
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    func list(_ own: Int64, _ range: ClosedRange<Int64>, signed: Bool = false) -> String {
      var numbers = chance(60) ? [own] : []
      let more = pick([0, 0, 1, 1, 2, 4])
      for _ in 0..<(numbers.isEmpty ? more + 1 : more) {
        let number = Int64.random(in: range, using: &random)
        numbers.append(signed && number != 0 && chance(40) ? -number : number)
      }
      return numbers.map { "\($0)" }.joined(separator: ",")
    }
    let day = CalendarDate(daysSinceEpoch: Int64.random(in: 10_000...25_000, using: &random))
    let (hour, minute, second) =
      (Int64.random(in: 0..<24, using: &random), pick([0, 0, 30, 59] as [Int64]), pick([0, 0, 0, 30] as [Int64]))
    start = Timestamp(startOf: day).advanced(byMicroseconds: (hour * 3_600 + minute * 60 + second) * 1_000_000)
    let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    // 1970-01-01 was a Thursday.
    let own = names[Int((day.daysSinceEpoch + 3) % 7)]
    let ofYear = day.daysSinceEpoch - (CalendarDate(year: day.year, month: 1, day: 1)?.daysSinceEpoch ?? 0) + 1
    let frequency = pick(["MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY", "YEARLY", "MONTHLY", "WEEKLY"])
    let isLong = frequency == "YEARLY" || frequency == "MONTHLY"
    let isShort = frequency == "HOURLY" || frequency == "MINUTELY"
    var parts = ["FREQ=\(frequency)"]
    if chance(40) { parts.append("INTERVAL=\(isShort ? pick([2, 3, 5, 7, 12, 45, 90]) : pick([2, 2, 3, 4, 5, 13]))") }
    if chance(30) { parts.append("COUNT=\(Int.random(in: 1...40, using: &random))") }
    if chance(30) { parts.append("WKST=\(pick(names))") }
    var hasParts = true
    let before = parts.count
    if chance(isLong ? 35 : 15) { parts.append("BYMONTH=\(list(day.month, 1...12))") }
    let hasWeeks = frequency == "YEARLY" && chance(25)
    if hasWeeks { parts.append("BYWEEKNO=\(list(pick([1, 52, 53, ofYear / 7 + 1]), 1...53, signed: true))") }
    if (frequency == "YEARLY" || isShort) && chance(12) {
      parts.append("BYYEARDAY=\(list(ofYear, pick([1...366, 1...7, 360...366]), signed: true))")
    }
    if frequency != "WEEKLY", chance(isLong ? 30 : 12) {
      parts.append("BYMONTHDAY=\(list(day.day, pick([1...31, 1...5]), signed: true))")
    }
    if chance(50) {
      let days = (chance(70) ? [own] : []) + (0...pick([0, 1, 2, 4])).map { _ in pick(names) }
      let ordinals = isLong && !hasWeeks && chance(50)
      let most = frequency == "MONTHLY" ? 5 : 53
      let counted = days.map { name -> String in
        guard ordinals, chance(85) else { return name }
        let number = chance(80) ? Int.random(in: 1...5, using: &random) : Int.random(in: 1...most, using: &random)
        return "\(chance(40) ? "-" : "")\(number)\(name)"
      }
      parts.append("BYDAY=\(counted.joined(separator: ","))")
    }
    if chance(isShort ? 20 : 25) { parts.append("BYHOUR=\(list(hour, 0...23))") }
    if chance(15) { parts.append("BYMINUTE=\(list(minute, 0...59))") }
    if chance(10) { parts.append("BYSECOND=\(list(second, 0...59))") }
    hasParts = parts.count > before
    if hasParts, chance(25) { parts.append("BYSETPOS=\(list(1, pick([1...2, 1...5, 1...40]), signed: true))") }
    rule = parts.joined(separator: ";")
    let years: Int64 =
      switch frequency {
      case "YEARLY": 16
      case "MONTHLY": 6
      default: 2
      }
    let days = frequency == "MINUTELY" ? 3 : frequency == "HOURLY" ? 90 : years * 366
    end = start.advanced(byMicroseconds: days * Timestamp.day)
  }
}
