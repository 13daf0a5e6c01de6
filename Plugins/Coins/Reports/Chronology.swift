internal import QixModule

/// A user's movements in the order in which they happened, each with the balance that it makes.
///
/// At one moment they are in the order of booking. What took coins that came later, as versions before 0.6.0 let happen
/// and a clock that went back still does, is counted when they came: nobody ever had less than nothing.
enum Chronology {
  struct Step {
    /// When it counts: when it happened, or later.
    let moment: Timestamp
    let movement: History.Movement
    let balance: Int64
  }

  /// - Parameter movements: all from the first one on, in any order.
  static func steps(_ movements: [History.Movement]) -> [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(movements.count)
    // Wider than any balance: what was spent before more came may be counted behind it.
    var balance: Int128 = 0
    var waiting: ArraySlice<History.Movement> = []
    func count(_ movement: History.Movement, at moment: Timestamp) {
      balance += Int128(movement.amount)
      steps.append(Step(moment: moment, movement: movement, balance: Int64(clamping: balance)))
    }
    let ordered = movements.filter { !$0.isWithin }.sorted { ($0.record.at, $0.entry) < ($1.record.at, $1.entry) }
    for movement in ordered {
      guard balance + Int128(movement.amount) >= 0 else {
        waiting.append(movement)
        continue
      }
      count(movement, at: movement.record.at)
      while let first = waiting.first, balance + Int128(first.amount) >= 0 {
        waiting.removeFirst()
        count(first, at: movement.record.at)
      }
    }
    return steps
  }
}
