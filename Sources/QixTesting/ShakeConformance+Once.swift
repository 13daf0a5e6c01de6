internal import QixFormats

extension ShakeConformance.Trial {
  private static var day: Int64 { 86_400_000_000 }

  /// Checks that evidence doesn't count twice because the clock stands still, goes back or goes on.
  mutating func movedClockWinsNothing() throws {
    try withStage { stage in
      let (ada, bob) = (try stage.user("ada"), try stage.user("bob"))
      let evidence = try conformance.good(stage, ada, 0)
      expectWon(try stage.shake(ada, evidence, key: "one"), stage, "the first")
      for days: Int64 in [0, -1, 2, -1] {
        stage.home.clock.advance(byMicroseconds: days * Self.day)
        if conformance.counts != .always {
          expect(try !stage.shake(ada, evidence).isWon, "the same evidence won again, the clock moved by \(days) days")
        }
        if conformance.counts == .onceForEverybody {
          expect(try !stage.shake(bob, evidence).isWon, "another user won by it, the clock moved by \(days) days")
        }
      }
      if conformance.counts != .always {
        expect(try stage.coins(of: ada) == stage.award, "the wallet holds more than one award")
      }
      try expectWholeLedger(stage.home)
    }
  }

  /// Reliability 10: later shakes have greater identifiers, whatever the clock does.
  mutating func idsStayOrdered() throws {
    try withStage { stage in
      var shakes: [String] = []
      for (number, days) in ([0, 0, -1, 0, 2, -1, 0] as [Int64]).enumerated() {
        stage.home.clock.advance(byMicroseconds: days * Self.day)
        let user = try stage.user("user-\(number)")
        // Outside of what the type's schedule allows it is refused, and recorded all the same.
        if let shake = try send(stage, user, number).shake { shakes.append(shake) }
      }
      expect(shakes.count == 7, "\(7 - shakes.count) shakes have no identifier")
      expect(Set(shakes).count == shakes.count, "two shakes have the same identifier")
      expect(shakes == shakes.sorted(), "identifiers are out of order: \(shakes)")
    }
  }

  mutating func atOnceCountsOnce() throws {
    guard conformance.counts != .always else { return }
    let isForAll = conformance.counts == .onceForEverybody
    try withStage { stage in
      let users = try (0..<8).map { try stage.user("user-\($0)") }
      let evidence = try conformance.good(stage, users[0], 0)
      let replies = try inParallel(8) { try stage.shake(users[isForAll ? $0 : 0], evidence) }
      let won = replies.count { $0.isWon }
      expect(won == 1, "of eight shakes at once with the same evidence, \(won) won")
      let coins = try users.map { try stage.coins(of: $0) }.reduce(0, +)
      expect(coins == stage.award, "eight shakes at once won \(coins) coins")
      try expectWholeLedger(stage.home)
    }
  }

  /// Two accounts of one person are one person: what one has had, both have had.
  mutating func mergedUsersWinOnce() throws {
    try withStage { stage in
      let (ada, bob) = (try stage.user("ada"), try stage.user("bob"))
      let evidence = try conformance.good(stage, ada, 0)
      expectWon(try stage.shake(ada, evidence), stage, "the first")
      try stage.home.done("user merge \(ada) --into \(bob)")
      if conformance.counts != .always {
        expect(try !stage.shake(bob, evidence).isWon, "the survivor of a merge won by the same evidence")
      }
      if conformance.counts == .onceForUser {
        expect(try !send(stage, bob, 0).isWon, "the survivor of a merge won what had counted already")
      }
      if conformance.counts != .always {
        expect(try stage.coins(of: bob) == stage.award, "the survivor doesn't hold exactly what was won")
      }
      try expectWholeLedger(stage.home)
    }
    guard conformance.counts == .onceForUser else { return }
    try withStage { stage in
      let (ada, bob) = (try stage.user("ada"), try stage.user("bob"))
      for user in [ada, bob] { expectWon(try send(stage, user, 0), stage, "each of two who become one") }
      try stage.home.done("user merge \(ada) --into \(bob)")
      expect(try stage.coins(of: bob) == stage.award, "who was two users has won twice what counts once")
      try expectWholeLedger(stage.home)
    }
    // Coins that are reserved, or spent, when their users become one come back to be taken.
    for spending in ["hold --times-out 1m", "redeem"] {
      try withStage { stage in
        let (ada, bob) = (try stage.user("ada"), try stage.user("bob"))
        for user in [ada, bob] { expectWon(try send(stage, user, 0), stage, "each of two who become one") }
        try stage.home.done("coins \(spending) --from \(ada) --amount \(stage.award) --idempotency-key spent")
        try stage.home.done("user merge \(ada) --into \(bob)")
        if spending == "redeem" {
          try stage.home.done("coins reverse spent")
        } else {
          stage.home.clock.advance(byMicroseconds: 60_000_000)
          try stage.home.done("coins expire")
        }
        expect(try stage.coins(of: bob) == stage.award, "who spent first what counts once has won it twice")
        try expectWholeLedger(stage.home)
      }
    }
  }

  mutating func campaignsShareNoClaims() throws {
    try withHome { home in
      let stages = [try stage(home), try stage(home, campaign: "other")]
      let user = try stages[0].user("ada")
      for stage in stages { expectWon(try send(stage, user, 0), stage, "in the campaign '\(stage.campaign)' it") }
      expect(try stages[0].coins(of: user) == 2 * stages[0].award, "two campaigns paid something else than two awards")
    }
  }
}
