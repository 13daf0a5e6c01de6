internal import DrawsContract
internal import QixCrypto
internal import QixModule

/// The result of recomputing a raffle.
struct RaffleVerification: Sendable {
  let raffle: Raffle
  let entrants: Int64
  let winners: Int64
  var faults: Faults

  /// Recomputes commitment, list, root and winners.
  /// - Parameter secrets: the vault's word on what was committed to; without it the commitment of a raffle that isn't
  ///   drawn is left unchecked.
  static func run(
    _ raffle: Raffle, secrets: RaffleSecrets?, in connection: Connection
  ) throws -> RaffleVerification {
    var faults = Faults()
    let name = raffle.terms.name
    if let result = raffle.result {
      if Commitment.to(result.secret.bytes) != raffle.commitment {
        faults.note("the secret of '\(name)' does not match its commitment")
      }
    }
    if let secrets {
      do {
        _ = try secrets.secret(of: raffle.terms, committed: raffle.commitment)
      } catch {
        faults.note(error.description)
      }
    }
    guard let freeze = raffle.freeze else {
      return RaffleVerification(raffle: raffle, entrants: 0, winners: 0, faults: faults)
    }
    let list = try FrozenList.read(raffle.id, in: connection)
    if list.root != freeze.root || Int64(list.entrants.count) != freeze.entrants || list.tickets != freeze.tickets {
      faults.note("the list of '\(name)' differs from the frozen list")
    }
    try compareEntries(raffle, list, &faults, in: connection)
    let places = list.entrants.compactMap(\.place).count
    var winners: [Int] = []
    if let result = raffle.result {
      winners = list.winners(
        raffle.terms, key: DrawKey(SecretBytes(copying: result.secret.bytes)), beacon: result.beacon)
    }
    for (index, winner) in winners.enumerated() where list.entrants[winner].place != Int64(index + 1) {
      faults.note("the winner in place \(index + 1) of '\(name)' must be \(list.entrants[winner].id)")
    }
    if places != winners.count { faults.note("'\(name)' has \(places) winners, but must have \(winners.count)") }
    return RaffleVerification(
      raffle: raffle, entrants: Int64(list.entrants.count), winners: Int64(places), faults: faults)
  }

  /// Whether the entries that are still there make up the list. Those of erased users are gone, and users who were
  /// merged since are two entrants with one user.
  private static func compareEntries(
    _ raffle: Raffle, _ list: FrozenList, _ faults: inout Faults, in connection: Connection
  ) throws {
    var expected: [UserID: Int64] = [:]
    for entrant in list.entrants {
      if let user = entrant.user { expected[user, default: 0] &+= entrant.tickets }
    }
    var found: [UserID: Int64] = [:]
    try connection.forEach("SELECT user, tickets FROM draws_entries WHERE raffle = \(raffle.id)") { row in
      found[try row["user"], default: 0] &+= row["tickets"]
    }
    if found != expected { faults.note("the entries of '\(raffle.terms.name)' don't match its frozen list") }
  }
}
