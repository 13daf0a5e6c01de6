internal import DrawsContract
internal import QixCrypto
internal import QixModule

/// Makes a window's secret public, with the number of its draws and the root over them.
struct Revealing {
  let secrets: DrawSecrets
  let record: any DrawRecord
  let now: Timestamp

  /// Works inside a write transaction: from its commit on no process draws in the window.
  ///
  /// A window that only the clock says is over takes a reason: if the audit log has seen no moment behind its end,
  /// the clock may simply be ahead, and what is public can't be taken back. An early reveal doesn't help an
  /// attacker, since it ends the window.
  func reveal(
    _ id: DrawWindowID, reason: String?, in connection: Connection
  ) throws -> (window: DrawWindow, faults: Faults, wasDone: Bool) {
    var window = try DrawWindow.find(id, in: connection)
    if window.revelation != nil { return (window, Faults(), true) }
    let closes = window.terms.closes
    guard now >= closes else {
      throw Failure(
        "draws.still-open", .refused, "\(id) is open until \(closes); its secret can't be revealed before")
    }
    let seen = try AuditLog.latestLogged(in: connection)
    if seen.map({ $0 < closes }) ?? true, reason == nil {
      throw Failure(
        "draws.clock-alone", .usage,
        "only the clock shows that \(id) closed at \(closes); the latest time in the audit log is "
          + "\(seen.map { "\($0)" } ?? "missing")",
        hint: "Check the clock. If it is right, confirm it with --reason TEXT.")
    }
    let secret = try secrets.ofWindows(in: connection).secret(of: window.terms, committed: window.commitment)
    guard let bytes = secret.withUnsafeBytes(Hash256.init) else { preconditionFailure("a secret has 32 bytes") }
    var tally = DrawTally(window.terms, secret: secret)
    try record.forEachDraw(of: id, in: connection) { draw in
      tally.add(draw)
      return true
    }
    let revelation = DrawWindow.Revelation(at: now, secret: bytes, draws: tally.count, root: tally.root)
    try connection.execute(
      """
      UPDATE draws_windows
      SET revealed_at = \(revelation.at), secret = \(revelation.secret.bytes), draws = \(revelation.draws),
        root = \(revelation.root.bytes) WHERE id = \(id)
      """)
    window.revelation = revelation
    return (window, tally.faults, false)
  }
}
