package import QixKernel
package import QixShake

/// Why something about draw windows was not done.
package enum DrawError: Failing, Equatable {
  case noWindow(CampaignID, at: Timestamp)
  case revealed(DrawWindowID)
  case badBound(UInt64)
  case notFound(DrawWindowID)
  case noCampaign(String)
  case stillOpen(DrawWindowID, until: Timestamp)
  /// Only the clock says that the window is over.
  case clockAlone(DrawWindowID, closed: Timestamp, seen: Timestamp?)
  case emptyPeriod
  case badLength(Period)
  case tooManyWindows(most: Int)
  /// The secret that the vault gives isn't the one that was committed to.
  case commitmentBroken(DrawWindowID)
  case keyMissing
  /// The record and the window contradict each other.
  case unsound(String, faults: Int, first: String)

  package var failure: Failure {
    switch self {
    case .noWindow(let campaign, let at):
      Failure(
        "draws.no-window", .refused, "campaign \(campaign) has no draw window at \(at)",
        hint: "Commit to windows with `qix draw commit \(campaign)` before shakes come.")
    case .revealed(let window):
      Failure(
        "draws.revealed", .refused, "the secret of \(window) is public, so nothing more can be drawn in it",
        hint: "See it with `qix draw show \(window)`.")
    case .badBound(let bound):
      Failure(
        "draws.bound", .usage, "a draw has 1 to 9223372036854775808 equally likely numbers, not \(bound)",
        hint: "Lower the weights or the odds of the award.")
    case .notFound(let window):
      Failure(
        "draws.window-not-found", .notFound, "there is no draw window \(window)",
        hint: "See which there are with `qix draw list`.")
    case .noCampaign(let reference):
      Failure(
        "draws.campaign-not-found", .notFound, "there is no campaign '\(reference)'",
        hint: "See which there are with `qix campaign list`.")
    case .stillOpen(let window, let until):
      Failure("draws.still-open", .refused, "\(window) is open until \(until), and its secret stays secret until then")
    case .clockAlone(let window, let closed, let seen):
      Failure(
        "draws.clock-alone", .usage,
        "\(window) closed at \(closed) by the clock alone: the latest moment in the audit log is "
          + "\(seen.map { "\($0)" } ?? "nothing")", hint: "Check the clock; when it is right, say so with --reason.")
    case .emptyPeriod:
      Failure(
        "draws.empty-period", .usage, "there is nothing to commit to: the period is over, or ends before it starts",
        hint: "Give --from and --to with a period that isn't over.")
    case .badLength(let length):
      Failure(
        "draws.length", .usage, "draw windows can't be \(length) long", hint: "Give a length such as P1D, PT1H or P1W.")
    case .tooManyWindows(let most):
      Failure(
        "draws.too-many-windows", .usage, "that would be more than \(most) draw windows",
        hint:
          "Make each longer: `qix campaign rules CAMPAIGN --draw-window P1D` for the campaign, --every for `qix draw commit`."
      )
    case .commitmentBroken(let window):
      Failure(
        "draws.commitment-broken", .damaged, "the vault doesn't give the secret that \(window) has committed to",
        hint: "Bring back the vault of that time, and run `qix draw verify`; the row may have been changed.")
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
