package import QixKernel

/// Why something about a raffle was not done.
package enum RaffleError: Failing, Equatable {
  case malformedName(String)
  case nameTaken(String)
  case notFound(String)
  case malformedBeacon(String)
  case malformedKey
  case keyConflict(String)
  case badTickets(Int64)
  case tooManyTickets(String)
  /// The list is closed for entries.
  case frozen(String)
  case notFrozen(String)
  case empty(String)
  /// Winners were drawn with another beacon value.
  case drawn(String)
  case beaconNeeded(String, beacon: String)
  case noBeaconNamed(String)
  case commitmentBroken(String)

  package var failure: Failure {
    switch self {
    case .malformedName(let name):
      Failure(
        "draws.raffle-name-malformed", .usage,
        "'\(name)' can't be a raffle's name: use 1 to 64 lower-case letters, digits, '-' and '_', beginning with a "
          + "letter or digit")
    case .nameTaken(let name):
      Failure(
        "draws.raffle-name-taken", .conflict, "raffle '\(name)' already exists, with other terms",
        hint: "See it with `qix raffle show \(name)`.")
    case .notFound(let name):
      Failure(
        "draws.raffle-not-found", .notFound, "there is no raffle '\(name)'",
        hint: "See which there are with `qix raffle list`.")
    case .malformedBeacon(let what):
      Failure(
        "draws.beacon-malformed", .usage, "\(what) is empty, longer than 500 bytes, or has control characters in it",
        hint: "Write it as it is published, such as 'drand round 4711'.")
    case .malformedKey: IdempotencyKey.malformed(in: "draws")
    case .keyConflict(let key):
      Failure(
        "draws.key-conflict", .conflict,
        "the key '\(key)' was used in this raffle for another entry, so nothing was done",
        hint: "Give a new entry a new key.")
    case .badTickets(let count):
      Failure("draws.tickets", .usage, "an entry has 1 to 1000000000 tickets, not \(count)")
    case .tooManyTickets(let name):
      Failure(
        "draws.too-many-tickets", .refused, "the raffle '\(name)' has more tickets than can be counted",
        hint: "Freeze it, and make another raffle for later entries.")
    case .frozen(let name):
      Failure(
        "draws.raffle-frozen", .conflict, "the list of the raffle '\(name)' is frozen, so it takes no more entries",
        hint: "See the list with `qix raffle export \(name)`.")
    case .notFrozen(let name):
      Failure(
        "draws.raffle-not-frozen", .conflict, "the list of the raffle '\(name)' isn't frozen yet",
        hint: "Freeze it with `qix raffle freeze \(name)`, and publish the root that it prints.")
    case .empty(let name):
      Failure(
        "draws.raffle-empty", .refused, "the raffle '\(name)' has no entries",
        hint: "Enter a user with `qix raffle enter \(name) --user USER`.")
    case .drawn(let name):
      Failure(
        "draws.raffle-drawn", .conflict,
        "the winners of '\(name)' were drawn before, with another beacon value; they stay",
        hint: "See them with `qix raffle show \(name)`.")
    case .beaconNeeded(let name, let beacon):
      Failure(
        "draws.beacon-needed", .usage, "'\(name)' is drawn with a public value that was named: \(beacon)",
        hint: "Give it with --beacon VALUE when it is published.")
    case .noBeaconNamed(let name):
      Failure(
        "draws.no-beacon-named", .usage, "'\(name)' was made without a beacon, so no value may come into its draw",
        hint: "Leave --beacon out.")
    case .commitmentBroken(let name):
      Failure(
        "draws.raffle-commitment-broken", .damaged,
        "the vault doesn't give the secret that the raffle '\(name)' has committed to",
        hint: "Bring back the vault of that time; or the row was changed.")
    }
  }
}
