internal import DrawsContract
internal import QixCrypto
internal import QixModule

/// The result of recomputing a window, or one draw of it.
struct WindowVerification: Sendable {
  let window: DrawWindow
  /// Nil where one draw was recomputed alone.
  let draws: Int64?
  /// What was recomputed; of one draw, what was published.
  let root: Hash256?
  /// The draw that was recomputed alone.
  let draw: RecordedDraw?
  var faults: Faults

  /// Recomputes commitment, numbers, count and root.
  /// - Parameters:
  ///   - secrets: the vault's word on what was committed to; without it the numbers of a window that isn't revealed
  ///     are left unchecked.
  ///   - record: the draws that were made.
  ///   - draw: the one to recompute; nil for all of the window.
  static func run(
    _ window: DrawWindow, secrets: WindowSecrets?, record: any DrawRecord, only draw: RecordedDraw? = nil,
    in connection: Connection
  ) throws -> WindowVerification {
    var faults = Faults()
    var secret: SecretBytes?
    if let revelation = window.revelation {
      secret = SecretBytes(copying: revelation.secret.bytes)
      if Commitment.to(revelation.secret.bytes) != window.commitment {
        faults.note("the secret of \(window.id) does not match its commitment")
      }
    }
    if let secrets {
      do {
        let derived = try secrets.secret(of: window.terms, committed: window.commitment)
        if window.revelation == nil { secret = consume derived }
      } catch {
        faults.note(error.description)
      }
    }
    var tally = DrawTally(window.terms, secret: secret)
    if let draw {
      tally.add(draw)
      faults.note(tally.faults)
      return WindowVerification(
        window: window, draws: nil, root: window.revelation?.root, draw: draw, faults: faults)
    }
    try record.forEachDraw(of: window.id, in: connection) { draw in
      tally.add(draw)
      return true
    }
    faults.note(tally.faults)
    if let revelation = window.revelation {
      if revelation.draws != tally.count {
        faults.note("\(window.id) had \(revelation.draws) draws when it was revealed, but has \(tally.count) now")
      } else if revelation.root != tally.root {
        faults.note("the draws of \(window.id) have changed since it was revealed")
      }
    }
    return WindowVerification(window: window, draws: tally.count, root: tally.root, draw: nil, faults: faults)
  }
}
