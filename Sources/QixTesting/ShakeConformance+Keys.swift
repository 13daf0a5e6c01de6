internal import QixCommands
internal import QixFormats
internal import QixShake
internal import QixTerminal

extension ShakeConformance.Trial {
  /// Checks the type's declaration: names, kinds, defaults.
  mutating func declarationIsSound() {
    for fault in ShakeTypes.faults(of: conformance.type) { expect(false, fault) }
  }

  mutating func goodEvidenceWins() throws {
    try withStage { stage in
      for number in 0..<3 {
        let user = try stage.user("user-\(number)")
        // Sent at once: the evidence may be good for a moment only.
        let evidence = try conformance.good(stage, user, number)
        let before = try foreign(stage.home)
        expectWon(try stage.shake(user, evidence), stage, "evidence \(number)")
        let after = try foreign(stage.home)
        let changed = difference(before, after)
        expect(changed.isEmpty, "tables of other modules have changed (\(changed)); a type writes to its own")
        expect(try stage.coins(of: user) == stage.award, "the wallet doesn't hold what was won")
      }
      try expectWholeLedger(stage.home)
      let check = try stage.home.qix("db check")
      expect(check.exitCode == 0, "the counts of shakes no longer add up: \(check.errors)")
    }
  }

  /// Checks that equal evidence of one user at one moment has one verdict.
  mutating func sameVerdictEachTime() throws {
    try withStage { stage in
      let user = try stage.user("ada")
      for evidence in [try conformance.good(stage, user, 0)] + conformance.bad {
        let first = try stage.shake(user, evidence, isDryRun: true)
        for _ in 0..<11 {
          let again = try stage.shake(user, evidence, isDryRun: true)
          expect(
            again.verdict == first.verdict,
            "the same evidence at the same moment: \(first), then \(again); does it read a clock or draw lots?")
          if !violations.isEmpty { return }
        }
      }
    }
  }

  mutating func dryRunChangesNothing() throws {
    try withStage { stage in
      let user = try stage.user("ada")
      let evidence = try conformance.good(stage, user, 0)
      let before = try stage.home.contents()
      let reply = try stage.shake(user, evidence, key: "one", isDryRun: true)
      expectWon(reply, stage, "a dry run of good evidence")
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
          "a key with another body gives no conflict: \(reply.exitCode), \(reply.outcome ?? "-")")
      }
      expect(try holdings(stage.home) == before, "a conflict has moved something")
    }
  }
}
