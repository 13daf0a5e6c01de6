internal import QixFormats

extension ShakeConformance.Trial {
  mutating func goodEvidenceWins() throws {
    try withStage { stage in
      for number in 0..<3 {
        let user = try stage.user("user-\(number)")
        expectWon(try send(stage, user, number), stage, "evidence \(number)")
        expect(try stage.coins(of: user) == stage.award, "the wallet doesn't hold what was won")
      }
      try expectWholeLedger(stage.home)
    }
  }

  mutating func dryRunChangesNothing() throws {
    try withStage { stage in
      let user = try stage.user("ada")
      let evidence = try conformance.good(stage, user, 0)
      let before = try stage.home.contents()
      let reply = try stage.shake(user, evidence, key: "one", isDryRun: true)
      expect(reply.isWon && reply.coins == stage.award, "a dry run says something else than what would happen")
      expect(try stage.home.contents() == before, "a dry run has changed something")
      expectWon(try stage.shake(user, evidence, key: "one"), stage, "the same in earnest")
    }
  }

  mutating func sameKeySameAnswer() throws {
    try withStage { stage in
      let user = try stage.user("ada")
      let evidence = try conformance.good(stage, user, 0)
      let first = try stage.shake(user, evidence, key: "one")
      expectWon(first, stage, "the first")
      let before = try holdings(stage.home)
      for days: Int64 in [0, 1, -2] {
        stage.home.clock.advance(byMicroseconds: days * 86_400_000_000)
        let again = try stage.shake(user, evidence, key: "one")
        expect(again.lasting == first.lasting, "the same key gave another answer: \(again) after \(first)")
        expect(again.isReplay, "the repeat isn't called one")
      }
      expect(try holdings(stage.home) == before, "a repeat has moved something")
    }
  }

  mutating func sameKeyOtherBodyConflicts() throws {
    try withStage { stage in
      let (ada, bob) = (try stage.user("ada"), try stage.user("bob"))
      let evidence = try conformance.good(stage, ada, 0)
      expectWon(try stage.shake(ada, evidence, key: "one"), stage, "the first")
      let before = try holdings(stage.home)
      for (user, body) in [(bob, evidence)] + conformance.bad.map({ (ada, $0) }) {
        let reply = try stage.shake(user, body, key: "one")
        expect(
          reply.exitCode == 5 && reply.outcome == nil,
          "a key with another body is no conflict: \(reply.exitCode), \(reply.outcome ?? "-")")
      }
      expect(try holdings(stage.home) == before, "a conflict has moved something")
    }
  }
}
