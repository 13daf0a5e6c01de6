package import QixKernel

/// Why something about a raffle was not done.
package enum RaffleError: Diagnosable, Equatable {
  case malformedName(String)
  case nameTaken(String)
  case notFound(String)
  case malformedBeacon(String)
  case malformedKey
  case keyConflict(String)
  case badTickets(Int64)
  case tooManyTickets(String)
  /// Nobody can enter any more.
  case frozen(String)
  case notFrozen(String)
  case empty(String)
  /// Winners were drawn with another beacon value.
  case drawn(String)
  case beaconNeeded(String, beacon: String)
  case noBeaconNamed(String)
  case commitmentBroken(String)

  package var category: ErrorCategory {
    switch self {
    case .malformedName, .malformedBeacon, .malformedKey, .badTickets, .beaconNeeded, .noBeaconNamed: .usage
    case .nameTaken, .keyConflict, .frozen, .notFrozen, .drawn: .conflict
    case .notFound: .notFound
    case .tooManyTickets, .empty: .refused
    case .commitmentBroken: .damaged
    }
  }

  package var code: String {
    switch self {
    case .malformedName: "draws.raffle-name-malformed"
    case .nameTaken: "draws.raffle-name-taken"
    case .notFound: "draws.raffle-not-found"
    case .malformedBeacon: "draws.beacon-malformed"
    case .malformedKey: "draws.key-malformed"
    case .keyConflict: "draws.key-conflict"
    case .badTickets: "draws.tickets"
    case .tooManyTickets: "draws.too-many-tickets"
    case .frozen: "draws.raffle-frozen"
    case .notFrozen: "draws.raffle-not-frozen"
    case .empty: "draws.raffle-empty"
    case .drawn: "draws.raffle-drawn"
    case .beaconNeeded: "draws.beacon-needed"
    case .noBeaconNamed: "draws.no-beacon-named"
    case .commitmentBroken: "draws.raffle-commitment-broken"
    }
  }

  package var description: String {
    switch self {
    case .malformedName(let name):
      "'\(name)' can't be a raffle's name: use 1 to 64 lower-case letters, digits, '-' and '_', beginning with a "
        + "letter or digit"
    case .nameTaken(let name): "there is a raffle '\(name)' already, with other terms"
    case .notFound(let name): "there is no raffle '\(name)'"
    case .malformedBeacon(let what): "\(what) is empty, longer than 500 bytes, or has control characters in it"
    case .malformedKey: "the idempotency key is empty, longer than 200 characters, or has a control character in it"
    case .keyConflict(let key): "the key '\(key)' was used in this raffle for another entry, so nothing was done"
    case .badTickets(let count): "an entry has 1 to 1000000000 tickets, not \(count)"
    case .tooManyTickets(let name): "the raffle '\(name)' has more tickets than can be counted"
    case .frozen(let name): "the list of the raffle '\(name)' is frozen, so nobody can enter any more"
    case .notFrozen(let name): "the list of the raffle '\(name)' isn't frozen yet"
    case .empty(let name): "nobody has entered the raffle '\(name)'"
    case .drawn(let name): "the winners of '\(name)' were drawn before, with another beacon value; they stay"
    case .beaconNeeded(let name, let beacon): "'\(name)' is drawn with a public value that was named: \(beacon)"
    case .noBeaconNamed(let name): "'\(name)' was made without a beacon, so no value may come into its draw"
    case .commitmentBroken(let name): "the vault doesn't give the secret that the raffle '\(name)' has committed to"
    }
  }

  package var hint: String? {
    switch self {
    case .malformedName: nil
    case .nameTaken(let name): "See it with `qix raffle show \(name)`."
    case .notFound: "See which there are with `qix raffle list`."
    case .malformedBeacon: "Write it as it is published, such as 'drand round 4711'."
    case .malformedKey: "Write 1 to 200 characters, such as order-981."
    case .keyConflict: "Give a new entry a new key."
    case .badTickets: nil
    case .tooManyTickets: "Freeze it, and make another raffle for who comes later."
    case .frozen(let name): "See the list with `qix raffle export \(name)`."
    case .notFrozen(let name): "Freeze it with `qix raffle freeze \(name)`, and publish the root that it prints."
    case .empty(let name): "Enter somebody with `qix raffle enter \(name) --user USER`."
    case .drawn(let name): "See them with `qix raffle show \(name)`."
    case .beaconNeeded: "Give it with --beacon VALUE when it is published."
    case .noBeaconNamed: "Leave --beacon out."
    case .commitmentBroken: "Bring back the vault of that time; or the row was changed."
    }
  }
}
