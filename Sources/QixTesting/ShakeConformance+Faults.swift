internal import QixStorage

extension ShakeConformance.Trial {
  /// Every write and every sync of a shake fails once. What was not acknowledged is whole or not there at all, and the
  /// same request then does what is missing.
  mutating func faultsLeaveNothingPartial() throws {
    try withStage { stage in
      // Another process has the database open, so that the shake fails, not the opening.
      let other = stage.home.database
      _ = try other.read { try $0.has("SELECT 1") }
      defer { withExtendedLifetime(other) {} }
      let disk = FaultyDisk()
      var home = stage.home
      home.engine = disk.engine
      let broken = stage.with(home)
      var number = 0
      for fault in FaultyDisk.Fault.allCases {
        var operation = 1
        while try failsOnce(fault, at: operation, disk, broken, stage, number: number), violations.count < 5 {
          operation += 1
          number += 1
        }
        expect(operation > 1, "no \(fault) came about")
        number += 1
      }
      try expectWholeLedger(stage.home)
    }
  }

  /// - Returns: whether the operation came about; false behind the last one of a shake.
  private mutating func failsOnce(
    _ fault: FaultyDisk.Fault, at operation: Int, _ disk: FaultyDisk, _ broken: ShakeStage, _ stage: ShakeStage,
    number: Int
  ) throws -> Bool {
    let user = try stage.user("user-\(number)")
    let evidence = try conformance.good(stage, user, number)
    let before = try stage.home.contents()
    disk.fail(fault, at: operation)
    let reply = try broken.shake(user, evidence, key: "key-\(number)")
    let cameAbout = disk.failures > 0
    disk.heal()
    let what = "\(fault) at operation \(operation)"
    if reply.exitCode == 0 {
      expectWon(reply, stage, what)
    } else {
      expect(cameAbout, "\(what): it failed by itself with \(reply.exitCode): \(reply.message)")
      let coins = try stage.coins(of: user)
      let isUndone = try stage.home.contents() == before
      expect(isUndone || coins == stage.award, "\(what) has left a part of a shake behind")
    }
    expectWon(try stage.shake(user, evidence, key: "key-\(number)"), stage, "\(what), the same request again")
    expect(try stage.coins(of: user) == stage.award, "\(what): the wallet doesn't hold exactly one award")
    return cameAbout && number < 300
  }
}
