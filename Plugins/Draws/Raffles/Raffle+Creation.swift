internal import DrawsContract
internal import QixCrypto
internal import QixModule

extension Raffle {
  /// Winners of one raffle at most.
  static let mostWinners: Int64 = 100_000

  /// The terms that a raffle is to have.
  struct Wish {
    let name: String
    let winners: Int64
    let beaconName: String?

    func check() throws(Failure) {
      guard PlainText.isName(name), PlainText.beginsWithWord(name), RaffleID(name) == nil else {
        throw Failure(
          "draws.raffle-name-malformed", .usage,
          "'\(name)' can't be a raffle's name: use 1 to 64 lower-case letters, digits, '-' and '_', beginning with a "
            + "letter or digit")
      }
      if let beaconName { try Raffle.check(beacon: beaconName, called: "the name of the beacon") }
    }
  }

  static func check(beacon: String, called what: String) throws(Failure) {
    guard (1...500).contains(beacon.utf8.count),
      PlainText.isUncontrolled(beacon)
    else {
      throw Failure(
        "draws.beacon-malformed", .usage, "\(what) is empty, longer than 500 bytes, or contains control characters",
        hint: "Write it as published, such as 'drand round 4711'.")
    }
  }

  /// Makes a raffle, which commits to its secret; one that is there with the same terms is the answer to a repeat.
  /// - Throws: `draws.raffle-name-taken`, `.raffle-name-malformed`, `.beacon-malformed`.
  static func create(
    _ wish: Wish, at now: Timestamp, secrets: DrawSecrets, random: any RandomSource, in connection: Connection
  ) throws -> (raffle: Raffle, isNew: Bool) {
    try wish.check()
    if let found = try named(wish.name, in: connection) {
      guard found.terms.winners == wish.winners, found.terms.beaconName == wish.beaconName else {
        throw Failure(
          "draws.raffle-name-taken", .conflict, "raffle '\(wish.name)' already exists with different terms",
          hint: "See it with `qix raffle show \(wish.name)`.")
      }
      return (found, false)
    }
    var generator = IdentifierGenerator(random: random)
    let terms = RaffleTerms(
      id: generator.next(at: now), name: wish.name, winners: wish.winners, beaconName: wish.beaconName)
    let secret = try secrets.ofNewRaffles(in: connection).secret(of: terms)
    let raffle = Raffle(terms: terms, commitment: Commitment.to(secret), createdAt: now)
    try connection.execute(
      """
      INSERT INTO draws_raffles (id, name, winners, beacon_name, commitment, created_at)
      VALUES (\(raffle.id), \(terms.name), \(terms.winners), \(terms.beaconName), \(raffle.commitment.bytes), \(now))
      """)
    return (raffle, true)
  }
}
