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
        hint: "See which there are with `qix campaign list`.")
    case .emptyPeriod:
      Failure(
        "draws.empty-period", .usage, "there is nothing to commit to: the period is over, or ends before it starts",
        hint: "Give --from and --to with a period that isn't over.")
    case .badLength(let length):
      Failure(
        "draws.length", .usage, "draw windows can't be \(length) long", hint: "Give a length such as P1D, PT1H or P1W.")
    case .keyMissing:
      Failure(
        "draws.key-missing", .damaged, "the vault has no key of draws, and windows were committed to under one",
        hint: "Bring back the vault of that time: `qix vault import FILE`.")
    case .unsound(let subject, let faults, let first):
      Failure(
        "draws.unsound", .damaged,
        "\(subject) does not hold: \(faults) \(faults == 1 ? "fault" : "faults"); the first: \(first)",
        hint: "Keep a copy of the home folder, and compare with what was published and with `qix audit show`.")
    }
  }
}
