/// One user's tries and wins in a campaign so far, which the caps on users limit.
///
/// A day is counted in days since 1970-01-01 of the campaign's time zone: `CalendarDate.daysSinceEpoch` of
/// `TimeZone.date(at:)`. A day that was counted before stays; one that goes back (a clock that was put right) counts
/// to the latest, so that no user gets a second day by it.
package struct Tally: Sendable, Equatable {
  /// Shakes that were accepted, whether or not they won.
  package var attempts: Int64 = 0
  package var wins: Int64 = 0
  package var coins: Int64 = 0
  /// The latest day with an attempt, and the attempts of that day.
  package var day: Int64 = .min
  package var attemptsToday: Int64 = 0

  package init() {}

  /// Attempts of a day so far.
  package func attempts(on day: Int64) -> Int64 { day <= self.day ? attemptsToday : 0 }

  /// Counts an accepted shake.
  /// - Parameters:
  ///   - won: coins; 0 for a gift, and for nothing.
  ///   - isWin: whether it won anything.
  package mutating func count(won: Int64, isWin: Bool, on day: Int64) {
    attemptsToday = attempts(on: day) + 1
    self.day = max(self.day, day)
    attempts += 1
    if isWin { wins += 1 }
    coins += won
  }

  package mutating func count(won: Int64, on day: Int64) { count(won: won, isWin: won > 0, on: day) }
}

/// Wins of all users in a campaign so far; days as in `Tally`.
package struct Totals: Sendable, Equatable {
  package var wins: Int64 = 0
  package var coins: Int64 = 0
  /// The latest day with a win, and the coins of that day.
  package var day: Int64 = .min
  package var coinsToday: Int64 = 0

  package init() {}

  package func coins(on day: Int64) -> Int64 { day <= self.day ? coinsToday : 0 }

  /// Counts what was paid for a shake of before, or taken back of it, which no day gets back.
  /// - Parameter wins: how many wins more that makes: -1, 0 or 1.
  package mutating func settle(_ moved: Int64, wins change: Int64, on day: Int64) {
    if moved > 0 {
      coinsToday = coins(on: day) + moved
      self.day = max(self.day, day)
    }
    wins += change
    coins += moved
  }

  /// Counts an accepted shake; one that won nothing changes nothing.
  package mutating func count(won: Int64, isWin: Bool, on day: Int64) {
    guard isWin else { return }
    coinsToday = coins(on: day) + won
    self.day = max(self.day, day)
    wins += 1
    coins += won
  }

  package mutating func count(won: Int64, on day: Int64) { count(won: won, isWin: won > 0, on: day) }
}
