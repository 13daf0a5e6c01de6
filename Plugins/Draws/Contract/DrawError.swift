package import QixKernel
package import QixShake

/// Why something about draw windows was not done.
package enum DrawError: Diagnosable, Equatable {
  case noWindow(CampaignID, at: Timestamp)
  case revealed(DrawWindowID)
  case badBound(UInt64)
  case notFound(DrawWindowID)
  case noCampaign(String)
  case stillOpen(DrawWindowID, until: Timestamp)
  /// Nothing but the clock says that the window is over.
  case clockAlone(DrawWindowID, closed: Timestamp, seen: Timestamp?)
  case emptyPeriod
  case badLength(Period)
  case tooManyWindows(most: Int)
  /// The secret that the vault gives isn't the one that was committed to.
  case commitmentBroken(DrawWindowID)
  case keyMissing
  /// The record and the window contradict each other.
  case unsound(String, faults: Int, first: String)

  package var category: ErrorCategory {
    switch self {
    case .noWindow, .revealed, .stillOpen: .refused
    case .badBound, .clockAlone, .emptyPeriod, .badLength, .tooManyWindows: .usage
    case .notFound, .noCampaign: .notFound
    case .commitmentBroken, .keyMissing, .unsound: .damaged
    }
  }

  package var code: String {
    switch self {
    case .noWindow: "draws.no-window"
    case .revealed: "draws.revealed"
    case .badBound: "draws.bound"
    case .notFound: "draws.window-not-found"
    case .noCampaign: "draws.campaign-not-found"
    case .stillOpen: "draws.still-open"
    case .clockAlone: "draws.clock-alone"
    case .emptyPeriod: "draws.empty-period"
    case .badLength: "draws.length"
    case .tooManyWindows: "draws.too-many-windows"
    case .commitmentBroken: "draws.commitment-broken"
    case .keyMissing: "draws.key-missing"
    case .unsound: "draws.unsound"
    }
  }

  package var description: String {
    switch self {
    case .noWindow(let campaign, let at): "no draw window of \(campaign) was committed to for \(at)"
    case .revealed(let window): "the secret of \(window) is public, so nothing can be drawn in it any more"
    case .badBound(let bound): "a draw has 1 to 9223372036854775808 equally likely numbers, not \(bound)"
    case .notFound(let window): "there is no draw window \(window)"
    case .noCampaign(let reference): "there is no campaign '\(reference)'"
    case .stillOpen(let window, let until): "\(window) is open until \(until), and its secret stays secret until then"
    case .clockAlone(let window, let closed, let seen):
      "\(window) closed at \(closed) by the clock alone: the last that the audit log knows is "
        + "\(seen.map { "\($0)" } ?? "nothing")"
    case .emptyPeriod: "there is nothing to commit to: the period is over, or ends before it starts"
    case .badLength(let length): "draw windows can't be \(length) long"
    case .tooManyWindows(let most): "that would be more than \(most) draw windows"
    case .commitmentBroken(let window): "the vault doesn't give the secret that \(window) has committed to"
    case .keyMissing: "the vault has no key of draws, and windows were committed to under one"
    case .unsound(let subject, let faults, let first):
      "\(subject) does not hold: \(faults) \(faults == 1 ? "fault" : "faults"); the first: \(first)"
    }
  }

  package var hint: String? {
    switch self {
    case .noWindow(let campaign, _): "Commit to windows with `qix draw commit \(campaign)` before shakes come."
    case .revealed(let window): "See it with `qix draw show \(window)`."
    case .badBound: "Lower the weights or the odds of the award."
    case .notFound: "See which there are with `qix draw list`."
    case .noCampaign: "See which there are with `qix campaign list`."
    case .stillOpen: nil
    case .clockAlone: "Check the clock; when it is right, say so with --reason."
    case .emptyPeriod: "Give --from and --to with a period that isn't over."
    case .badLength: "Give a length such as P1D, PT1H or P1W."
    case .tooManyWindows:
      "Make each longer: `qix campaign rules CAMPAIGN --draw-window P1D` for the campaign, --every for `qix draw commit`."
    case .commitmentBroken:
      "Bring back the vault of that time, and run `qix draw verify`; the row may have been changed."
    case .keyMissing: "Bring back the vault of that time: `qix vault import FILE`."
    case .unsound: "Keep a copy of the home folder, and compare with what was published and with `qix audit show`."
    }
  }
}
