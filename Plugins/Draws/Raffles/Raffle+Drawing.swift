internal import DrawsContract
internal import QixCrypto
internal import QixModule

extension Raffle {
  /// Closes the list: from now on it takes no entries, and the root stands for those in it. A repeat changes nothing.
  /// - Throws: `RaffleError.empty`, `RaffleError.tooManyTickets`, and where the vault isn't that of the raffle.
  mutating func freezeList(
    at now: Timestamp, secrets: DrawSecrets, in connection: Connection
  ) throws {
    guard freeze == nil else { return }
    // A list whose raffle could never be drawn would be frozen for nothing.
    let secrets = try secrets.ofRaffles(in: connection)
    _ = try secrets.secret(of: terms, committed: commitment)
    var tickets: [UserID: Int64] = [:]
    let entries = try connection.statement("SELECT user, tickets FROM draws_entries WHERE raffle = ?1")
    entries.bind(id, at: 1)
    try entries.forEach { row in
      let user: UserID = try row.identifier(0)
      let (sum, isTooMuch) = tickets[user, default: 0].addingReportingOverflow(row.integer(1))
      guard !isTooMuch else { throw RaffleError.tooManyTickets(terms.name) }
      tickets[user] = sum
      return true
    }
    guard !tickets.isEmpty else { throw RaffleError.empty(terms.name) }
    let entrants = tickets.map { user, tickets in
      FrozenList.Entrant(id: secrets.entrant(user, in: id), tickets: tickets, user: user)
    }
    guard let list = FrozenList(entrants) else { throw RaffleError.tooManyTickets(terms.name) }
    let insert = try connection.statement(
      "INSERT INTO draws_entrants (raffle, entrant, tickets, user) VALUES (?1, ?2, ?3, ?4)")
    for entrant in list.entrants {
      insert.bind(id, at: 1)
      insert.bind(entrant.id, at: 2)
      insert.bind(entrant.tickets, at: 3)
      insert.bind(entrant.user.map(Value.id) ?? .null, at: 4)
      try insert.run()
    }
    let freeze = Freeze(at: now, entrants: Int64(list.entrants.count), tickets: list.tickets, root: list.root)
    try connection.run(
      "UPDATE draws_raffles SET frozen_at = ?2, entrants = ?3, tickets = ?4, root = ?5 WHERE id = ?1",
      .id(id), .time(freeze.at), .integer(freeze.entrants), .integer(freeze.tickets), .blob(freeze.root.bytes))
    self.freeze = freeze
  }

  /// Draws the winners and makes the secret public. A repeat with the same beacon value changes nothing.
  /// - Parameter secrets: the open vault; nil for a raffle that is drawn already.
  /// - Returns: whether it was done now.
  /// - Throws: `RaffleError.notFrozen`, `.beaconNeeded`, `.noBeaconNamed`, `.drawn`; `DrawError.unsound` where the list
  ///   isn't the one that was frozen.
  mutating func draw(
    beacon: String?, at now: Timestamp, secrets: DrawSecrets?, in connection: Connection
  ) throws -> Bool {
    switch (terms.beaconName, beacon) {
    case (nil, _?): throw RaffleError.noBeaconNamed(terms.name)
    case (let name?, nil) where result == nil: throw RaffleError.beaconNeeded(terms.name, beacon: name)
    case (_, let value?): try Self.check(beacon: value, called: "the value of the beacon")
    default: break
    }
    if let result {
      guard beacon == nil || beacon == result.beacon else { throw RaffleError.drawn(terms.name) }
      return false
    }
    guard let freeze else { throw RaffleError.notFrozen(terms.name) }
    guard let secrets else { throw DrawError.keyMissing }
    let list = try FrozenList.read(id, in: connection)
    guard list.root == freeze.root, list.tickets == freeze.tickets else {
      throw DrawError.unsound(
        "the raffle '\(terms.name)'", faults: 1, first: "the list is not the one that was frozen")
    }
    let secret = try secrets.ofRaffles(in: connection).secret(of: terms, committed: commitment)
    let update = try connection.statement("UPDATE draws_entrants SET place = ?3 WHERE raffle = ?1 AND entrant = ?2")
    for (index, winner) in list.winners(terms, key: DrawKey(secret), beacon: beacon).enumerated() {
      update.bind(id, at: 1)
      update.bind(list.entrants[winner].id, at: 2)
      update.bind(Int64(index + 1), at: 3)
      try update.run()
    }
    guard let bytes = secret.withUnsafeBytes(Hash256.init) else { preconditionFailure("a secret has 32 bytes") }
    try connection.run(
      "UPDATE draws_raffles SET drawn_at = ?2, beacon = ?3, secret = ?4 WHERE id = ?1",
      .id(id), .time(now), .optional(beacon), .blob(bytes.bytes))
    result = Result(at: now, beacon: beacon, secret: bytes)
    return true
  }
}
