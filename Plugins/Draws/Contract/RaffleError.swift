package import QixKernel

/// Failures of raffles that code decides by, or that are made in several places.
package enum RaffleError: Failing, Equatable {
  case notFound(String)
  case tooManyTickets(String)
  case notFrozen(String)

  package var failure: Failure {
    switch self {
    case .notFound(let name):
      Failure(
        "draws.raffle-not-found", .notFound, "there is no raffle '\(name)'",
        hint: "List raffles with `qix raffle list`.")
    case .tooManyTickets(let name):
      Failure(
        "draws.too-many-tickets", .refused, "the raffle '\(name)' has more tickets than can be counted",
        hint: "Freeze it, and create another raffle for later entries.")
    case .notFrozen(let name):
      Failure(
        "draws.raffle-not-frozen", .conflict, "the list of the raffle '\(name)' isn't frozen yet",
        hint: "Freeze it with `qix raffle freeze \(name)`, then publish the printed root.")
    }
  }
}
