internal import QixFormats
internal import QixShake

extension ShakeConformance.Trial {
  mutating func refusedMovesNothing() throws {
    expect(!conformance.bad.isEmpty, "there is no bad evidence to try")
    try withStage { stage in
      let user = try stage.user("ada")
      let evidence = try conformance.good(stage, user, 0)
      let before = try holdings(stage.home)
      for bad in conformance.bad {
        let reply = try stage.shake(user, bad)
        let what = "bad evidence \(bad.text())"
        expect(
          reply.exitCode == 6 && reply.outcome == "refused", "\(what) is not refused: \(reply.outcome ?? "no attempt")")
        expect(reply.coins == 0 && reply.transfer == nil, "\(what) won something")
        expectWords(reply, what)
      }
      expect(try holdings(stage.home) == before, "refused evidence has left something behind")
      // Nothing of what was good is used up.
      expectWon(try stage.shake(user, evidence), stage, "good evidence after all that")
    }
  }

  /// What strangers send: refused in words, whatever it is, and nothing of it is kept.
  mutating func hostileEvidenceIsRefused() throws {
    let seed = Seed(for: "hostile evidence of the shake '\(conformance.type.name)'")
    try withStage { stage in
      let user = try stage.user("ada")
      let evidence = try conformance.good(stage, user, 0)
      let before = try holdings(stage.home)
      var hostile = HostileEvidence(seed, of: conformance.type, near: evidence.object ?? JSONObject())
      for (text, isMalformed) in hostile.all() {
        let reply = try stage.shake(user, raw: text)
        let what = "hostile evidence \(text.prefix(80).debugDescription) (\(seed))"
        if !reply.isAccepted, reply.outcome != "needs-more" {
          expect([2, 6].contains(reply.exitCode), "\(what) ends with \(reply.exitCode): \(reply.message)")
          expectWords(reply, what)
        } else if isMalformed || (reply.isAccepted && !conformance.garbageMayCount) {
          expect(false, "\(what) is not refused: \(reply.outcome ?? "-")")
        }
        if violations.count > 10 { return }
      }
      guard !conformance.garbageMayCount else { return try expectWholeLedger(stage.home) }
      let coins = before.filter { $0.hasPrefix("coins_") }
      expect(
        try holdings(stage.home).filter { $0.hasPrefix("coins_") } == coins, "hostile evidence has moved coins")
      expectWon(try stage.shake(user, evidence), stage, "good evidence after all that")
    }
  }
}
