internal import QixFormats
internal import QixShake

extension ShakeConformance.Trial {
  mutating func refusedMovesNothing() throws {
    expect(!conformance.bad.isEmpty, "there is no bad evidence to try")
    try withStage { stage in
      let user = try stage.user("ada")
      let evidence = try conformance.good(stage, user, 0)
      // Another user has nothing under way that a refusal would end.
      let other = try stage.user("bob")
      for bad in conformance.bad {
        let before = try holdings(stage.home)
        let reply = try stage.shake(other, bad)
        let what = "bad evidence \(bad.text())"
        expect(
          reply.exitCode == 6 && reply.outcome == "refused", "\(what) is not refused: \(reply)")
        expect(reply.coins == 0 && reply.transfer == nil, "\(what) won something")
        expectWords(reply, what)
        let after = try holdings(stage.home)
        let changed = difference(before, after)
        expect(changed.isEmpty, "\(what) has left something behind in \(changed)")
      }
      // The good evidence isn't used up.
      expectWon(try stage.shake(user, evidence), stage, "good evidence after all that")
    }
  }

  /// Checks that whatever strangers send is refused in words, and nothing of it is kept.
  mutating func hostileEvidenceIsRefused() throws {
    let seed = Seed(for: "hostile evidence of the shake '\(conformance.type.name)'")
    try withStage { stage in
      let user = try stage.user("ada")
      let evidence = try conformance.good(stage, user, 0)
      let before = try balances(stage.home)
      var hostile = HostileEvidence(seed, of: conformance.type, near: evidence.object ?? JSONObject())
      for (text, isMalformed) in hostile.all() {
        let reply = try stage.shake(user, raw: text)
        let what = "hostile evidence \(text.prefix(80).debugDescription) (\(seed))"
        if !reply.isAccepted, reply.outcome != "needs-more" {
          expect([2, 6].contains(reply.exitCode), "\(what) ends with \(reply.exitCode): \(reply.message)")
          expectWords(reply, what)
        } else if isMalformed || (reply.isAccepted && !conformance.garbageMayCount) {
          let advice = "declare it more narrowly, or say garbageMayCount if it may"
          expect(false, "\(what) is not refused: \(reply); \(advice)")
        }
        if violations.count > 10 { return }
      }
      guard !conformance.garbageMayCount else { return try expectWholeLedger(stage.home) }
      expect(try balances(stage.home) == before, "hostile evidence has moved coins")
      expectWon(try stage.shake(user, evidence), stage, "good evidence after all that")
    }
  }
}
