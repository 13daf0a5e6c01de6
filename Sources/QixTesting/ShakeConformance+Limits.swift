internal import QixFormats

extension ShakeConformance.Trial {
  /// Two can be paid in full; no user is paid a part, and the third's evidence isn't used up.
  mutating func budgetIsNeverOverspent() throws {
    try withStage(budget: 25) { stage in
      let users = try (0..<3).map { try stage.user("user-\($0)") }
      for user in 0..<2 { expectWon(try send(stage, users[user], user), stage, "evidence \(user)") }
      var evidence: JSONValue?
      var reply: ShakeReply?
      do {
        let found = try conformance.good(stage, users[2], 2)
        evidence = found
        let before = try holdings(stage.home)
        reply = try stage.shake(users[2], found)
        expect(try holdings(stage.home) == before, "a shake that the budget refuses has moved something")
      } catch let ended as ShakeStage.StepEnded {
        reply = ended.reply
      }
      guard let reply else { preconditionFailure("a shake has no answer") }
      expect(reply.exitCode == 6 && reply.outcome == "refused", "an empty budget paid: \(reply)")
      expectWords(reply, "an empty budget")
      expect(try users.map { try stage.coins(of: $0) }.reduce(0, +) == 2 * stage.award, "more was won than paid")
      try stage.fund(stage.award)
      let again = try evidence.map { try stage.shake(users[2], $0) } ?? send(stage, users[2], 2)
      expectWon(again, stage, "the same evidence, with coins in the budget")
      try expectWholeLedger(stage.home)
    }
  }

  mutating func capsHold() throws {
    for cap in ["attempts-per-user", "wins-per-user", "attempts-per-user-and-day"] {
      try withStage(caps: JSONValue(cap, 1)) { stage in
        let (ada, bob) = (try stage.user("ada"), try stage.user("bob"))
        expectWon(try send(stage, ada, 0), stage, "the first of \(cap)")
        let before = try stage.coins(of: ada)
        let second = try send(stage, ada, 1)
        expect(second.exitCode == 6 && second.outcome == "refused", "\(cap) is beyond 1: \(second.outcome ?? "-")")
        expect(try stage.coins(of: ada) == before, "\(cap): coins moved behind the cap")
        expectWon(try send(stage, bob, 2), stage, "another user under \(cap)")
        // Two accounts of one person are one person.
        try stage.home.done("user merge \(bob) --into \(ada)")
        expect(try stage.coins(of: ada) == stage.award, "\(cap): two who become one have won beyond it")
        try expectWholeLedger(stage.home)
      }
    }
    try withStage(caps: JSONValue("wins", 1)) { stage in
      let (ada, bob) = (try stage.user("ada"), try stage.user("bob"))
      expectWon(try send(stage, ada, 0), stage, "the first of all")
      expect(try !send(stage, bob, 1).isWon, "more wins than the campaign has")
      expect(try stage.coins(of: bob) == 0, "coins moved behind the cap of wins")
    }
  }
}

extension JSONValue {
  /// An object with one number.
  fileprivate init(_ key: String, _ value: Int64) {
    var object = JSONObject()
    object[key] = .integer(value)
    self = .object(object)
  }
}
