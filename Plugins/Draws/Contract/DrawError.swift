package import QixKernel

/// Failures of draw windows that code decides by, or that are made in several places.
package enum DrawError: Failing, Equatable {
  case noCampaign(String)
  case emptyPeriod
  case badLength(Period)
  case keyMissing
  /// The record and the window contradict each other.
  case unsound(String, faults: Int, first: String)

  package var failure: Failure {
    switch self {
    case .noCampaign(let reference):
      Failure(
        "draws.campaign-not-found", .notFound, "there is no campaign '\(reference)'",
        hint: "List campaigns with `qix campaign list`.")
    case .emptyPeriod:
      Failure(
        "draws.empty-period", .usage, "there is no period to commit to: it is over, or ends before it starts",
        hint: "Give --since and --until for a period that isn't over.")
    case .badLength(let length):
      Failure(
        "draws.length", .usage, "draw windows can't be \(length) long", hint: "Give a length such as P1D, PT1H or P1W.")
    case .keyMissing:
      Failure(
        "draws.key-missing", .damaged, "the vault lacks the key of draws, but windows were committed to with it",
        hint: "Restore the former vault with `qix vault import FILE`.")
    case .unsound(let subject, let faults, let first):
      Failure(
        "draws.unsound", .damaged,
        faults == 1
          ? "\(subject) can't be verified: \(first)"
          : "\(subject) can't be verified: \(faults) faults; the first: \(first)",
        hint:
          "Keep a copy of the data folder. Compare with the published values. Look for changes with `qix audit show`.")
    }
  }
}
