package import QixShake

extension Campaign {
  /// A cap, by the name that it has in files: `attempts-per-user`.
  package enum Cap: String, Sendable, CaseIterable {
    case attemptsPerUser = "attempts-per-user"
    case attemptsPerUserAndDay = "attempts-per-user-and-day"
    case winsPerUser = "wins-per-user"
    case coinsPerUser = "coins-per-user"
    case coinsPerDay = "coins-per-day"
    case wins

    /// The refusal of a shake that isn't taken because of it.
    package var refusal: Refusal {
      switch self {
      case .attemptsPerUser: Refusal("campaigns.attempts-per-user", "you have used all your tries in this campaign")
      case .attemptsPerUserAndDay:
        Refusal(
          "campaigns.attempts-per-user-and-day", "you have used all your tries for today", hint: "Try again tomorrow.")
      case .winsPerUser: Refusal("campaigns.wins-per-user", "you have reached the limit of wins in this campaign")
      case .coinsPerUser:
        Refusal("campaigns.coins-per-user", "you have won all the coins that you can win in this campaign")
      case .coinsPerDay:
        Refusal("campaigns.coins-per-day", "all of today's coins have been won", hint: "Try again tomorrow.")
      case .wins: Refusal("campaigns.wins", "all the prizes of this campaign have been won")
      }
    }
  }
}

extension Campaign.Caps {
  package subscript(cap: Campaign.Cap) -> Int64? {
    get {
      switch cap {
      case .attemptsPerUser: attemptsPerUser
      case .attemptsPerUserAndDay: attemptsPerUserAndDay
      case .winsPerUser: winsPerUser
      case .coinsPerUser: coinsPerUser
      case .coinsPerDay: coinsPerDay
      case .wins: wins
      }
    }
    set {
      switch cap {
      case .attemptsPerUser: attemptsPerUser = newValue
      case .attemptsPerUserAndDay: attemptsPerUserAndDay = newValue
      case .winsPerUser: winsPerUser = newValue
      case .coinsPerUser: coinsPerUser = newValue
      case .coinsPerDay: coinsPerDay = newValue
      case .wins: wins = newValue
      }
    }
  }
}

/// The allowance that a campaign's caps leave to one user at one moment. The one rule for shakes that are run and for those that are
/// simulated.
package struct Allowance: Sendable, Equatable {
  /// The cap because of which no shake of the user is taken; nil when one is.
  package let reached: Campaign.Cap?
  /// The most coins that one shake can win; `Int64.max` where no cap says. What is drawn beyond it is cut off.
  package let coins: Int64

  /// - Parameter day: as `Tally` counts days.
  package init(_ caps: Campaign.Caps, user: Tally, all: Totals, on day: Int64) {
    // Runs for every shake, so it makes no array.
    func left(_ most: Int64?, _ used: Int64) -> Int64 { most.map { max(0, $0 - used) } ?? .max }
    let (ofUser, ofDay) = (left(caps.coinsPerUser, user.coins), left(caps.coinsPerDay, all.coins(on: day)))
    coins = min(ofUser, ofDay)
    reached =
      if left(caps.attemptsPerUser, user.attempts) == 0 {
        .attemptsPerUser
      } else if left(caps.attemptsPerUserAndDay, user.attempts(on: day)) == 0 {
        .attemptsPerUserAndDay
      } else if left(caps.winsPerUser, user.wins) == 0 {
        .winsPerUser
      } else if ofUser == 0 {
        .coinsPerUser
      } else if left(caps.wins, all.wins) == 0 {
        .wins
      } else if ofDay == 0 {
        .coinsPerDay
      } else {
        nil
      }
  }

  /// The part of a win that is paid, in coins.
  package func paid(_ won: Int64) -> Int64 { min(won, coins) }
}

extension Award.Jackpot {
  /// The pot behind a shake, in coins: the start again when it was won, else a step more, up to the most.
  package func pot(after pot: Int64, won: Bool) -> Int64 {
    guard !won else { return start }
    let (sum, isTooMuch) = pot.addingReportingOverflow(step)
    return isTooMuch ? most : min(sum, most)
  }
}
