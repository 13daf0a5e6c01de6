internal import DrawsContract
internal import QixCrypto
internal import QixModule

extension Raffle {
  /// Closes the list: from now on it takes no entries, and the root stands for those in it. A repeat changes nothing.
  /// - Throws: `draws.raffle-empty`, `RaffleError.tooManyTickets`, and if the vault isn't that of the raffle.
  mutating func freezeList(
    at now: Timestamp, secrets: DrawSecrets, in connection: Connection
  ) throws {
    guard freeze == nil else { return }
    // A list whose raffle could never be drawn would be frozen for nothing.
    let secrets = try secrets.ofRaffles(in: connection)
    _ = try secrets.secret(of: terms, committed: commitment)
    var tickets: [UserID: Int64] = [:]
    try connection.forEach("SELECT user, tickets FROM draws_entries WHERE raffle = \(id)") { row in
      let user: UserID = try row["user"]
      let (sum, isTooMuch) = tickets[user, default: 0].addingReportingOverflow(row["tickets"])
      guard !isTooMuch else { throw RaffleError.tooManyTickets(terms.name) }
      tickets[user] = sum
    }
    guard !tickets.isEmpty else {
      throw Failure(
        "draws.raffle-empty", .refused, "the raffle '\(terms.name)' has no entries",
        hint: "Enter a user with `qix raffle enter \(terms.name) --user USER`.")
    }
    let entrants = tickets.map { user, tickets in
      FrozenList.Entrant(id: secrets.entrant(user, in: id), tickets: tickets, user: user)
    }
    guard let list = FrozenList(entrants) else { throw RaffleError.tooManyTickets(terms.name) }
    for entrant in list.entrants {
      try connection.execute(
        """
        INSERT INTO draws_entrants (raffle, entrant, tickets, user)
        VALUES (\(id), \(entrant.id), \(entrant.tickets), \(entrant.user))
        """)
    }
    let freeze = Freeze(at: now, entrants: Int64(list.entrants.count), tickets: list.tickets, root: list.root)
    try connection.execute(
      """
      UPDATE draws_raffles
      SET frozen_at = \(freeze.at), entrants = \(freeze.entrants), tickets = \(freeze.tickets),
        root = \(freeze.root.bytes) WHERE id = \(id)
      """)
    self.freeze = freeze
  }

  /// Draws the winners and makes the secret public. A repeat with the same beacon value changes nothing.
  /// - Parameter secrets: the open vault; nil for a raffle that is drawn already.
  /// - Returns: whether it was done now.
  /// - Throws: `RaffleError.notFrozen`; `draws.beacon-needed`, `.no-beacon-named`, `.raffle-drawn`; `DrawError.unsound`
  ///   if the list isn't the one that was frozen.
  mutating func draw(
    beacon: String?, at now: Timestamp, secrets: DrawSecrets?, in connection: Connection
  ) throws -> Bool {
    switch (terms.beaconName, beacon) {
    case (nil, _?):
      throw Failure(
        "draws.no-beacon-named", .usage,
        "'\(terms.name)' was created without a beacon, so --beacon can't be used",
        hint: "Remove --beacon.")
    case (let name?, nil) where result == nil:
      throw Failure(
        "draws.beacon-needed", .usage, "'\(terms.name)' needs the value of its beacon, \(name)",
        hint: "Once the value is published, give it with --beacon VALUE.")
    case (_, let value?): try Self.check(beacon: value, called: "the value of the beacon")
    default: break
    }
    if let result {
      guard beacon == nil || beacon == result.beacon else {
        throw Failure(
          "draws.raffle-drawn", .conflict,
          "the winners of '\(terms.name)' were already drawn with a different beacon value",
          hint: "See them with `qix raffle show \(terms.name)`.")
      }
      return false
    }
    guard let freeze else { throw RaffleError.notFrozen(terms.name) }
    guard let secrets else { throw DrawError.keyMissing }
    let list = try FrozenList.read(id, in: connection)
    guard list.root == freeze.root, list.tickets == freeze.tickets else {
      throw DrawError.unsound(
        "the raffle '\(terms.name)'", faults: 1, first: "the list differs from the frozen list")
    }
    let secret = try secrets.ofRaffles(in: connection).secret(of: terms, committed: commitment)
    for (index, winner) in list.winners(terms, key: DrawKey(secret), beacon: beacon).enumerated() {
      let entrant = list.entrants[winner].id
      try connection.execute(
        "UPDATE draws_entrants SET place = \(index + 1) WHERE raffle = \(id) AND entrant = \(entrant)")
    }
    guard let bytes = secret.withUnsafeBytes(Hash256.init) else { preconditionFailure("a secret has 32 bytes") }
    try connection.execute(
      "UPDATE draws_raffles SET drawn_at = \(now), beacon = \(beacon), secret = \(bytes.bytes) WHERE id = \(id)")
    result = Result(at: now, beacon: beacon, secret: bytes)
    return true
  }
}
