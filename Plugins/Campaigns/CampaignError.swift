internal import CampaignsContract
internal import QixDefinitions
internal import QixModule

/// A refusal to change a campaign, for what several commands refuse.
enum CampaignError: Failing, Equatable {
  case wrongState(String, Campaign.State, wanted: Verb)
  case noDraws(String)

  enum Verb: String, Sendable {
    case fund, start, pause, end, delete
    case schedule = "move"
    case rules = "change"

    /// Whether nothing is left to do where a campaign is in that state.
    fileprivate func isDone(in state: Campaign.State) -> Bool {
      switch (self, state) {
      case (.start, .running), (.pause, .paused), (.end, .ended): true
      default: false
      }
    }
  }

  var failure: Failure {
    switch self {
    case .wrongState(let name, let state, let verb) where !verb.isDone(in: state):
      Failure(
        "campaigns.wrong-state", .conflict,
        "the campaign '\(name)' is \(Self.words(state)), so you can't \(verb.rawValue) it",
        hint: Self.remedy(name, state, verb))
    case .wrongState(let name, let state, _):
      Failure(
        "campaigns.wrong-state", .conflict,
        state == .ended
          ? "the campaign '\(name)' has ended already" : "the campaign '\(name)' is \(state.name) already",
        hint: "Nothing was changed. See it with `qix campaign show \(name)`.")
    case .noDraws(let name):
      Failure(
        "campaigns.no-draws", .failed,
        "the campaign '\(name)' draws its prizes, but the module 'draws' is disabled",
        hint: "Enable it: remove it from QIX_DISABLE and from `disable` in the config file.")
    }
  }

  /// All faults of a campaign's file or options.
  static func faulty(_ found: Faults, in place: FaultSource) -> Failure {
    place.failure("campaigns", found, hint: "Nothing was changed. docs/campaigns.md describes the campaign file.")
  }

  private static func remedy(_ name: String, _ state: Campaign.State, _ verb: Verb) -> Sentence {
    switch (state, verb) {
    case (.ended, .delete): "An ended campaign stays on record, with its results."
    case (_, .delete): "A campaign that has begun stays on record. End it instead with `qix campaign end \(name)`."
    case (.ended, _): "An ended campaign can't be changed. Create a new one with `qix campaign create`."
    case (.draft, _): "Start it first with `qix campaign start \(name)`."
    default: "Resume it with `qix campaign start \(name)`."
    }
  }

  private static func words(_ state: Campaign.State) -> String {
    switch state {
    case .draft: "still a draft"
    case .running: "running already"
    case .paused: "paused"
    case .ended: "over"
    }
  }
}
