internal import CampaignsContract
internal import QixDefinitions
internal import QixKernel
internal import QixTerminal

/// Why something was not done to a campaign. Nothing has changed when one is thrown.
enum CampaignError: Diagnosable, Equatable {
  case notFound(String, near: String?)
  /// - Parameter faults: each with its place, in the order in which they stand in the file.
  case faulty(source: String, faults: [PlacedFault])
  case wrongState(String, Campaign.State, wanted: Verb)
  case periodOver(String, end: Timestamp)
  case noShakes(String)
  /// A running campaign's start, or an end that is past.
  case periodFixed(String, problem: String)
  /// What would hurt those who have taken part.
  case fixedWhileRunning(String, [String])
  case nothingToChange
  case noActivity
  case noDraws(String)
  case budgetExists(String)
  case noType(String, known: [String])

  enum Verb: String, Sendable {
    case fund, start, pause, end
    case schedule = "move"
    case rules = "change"
  }

  init(_ faults: Faults, in source: FaultSource) {
    self = .faulty(source: source.name, faults: source.placed(faults))
  }

  var category: ErrorCategory {
    switch self {
    case .notFound, .noType: .notFound
    case .faulty(_, let faults): faults.allSatisfy { $0.fault.kind == .duplicate } ? .conflict : .usage
    case .wrongState, .budgetExists: .conflict
    case .periodOver, .noShakes, .periodFixed, .fixedWhileRunning: .refused
    case .nothingToChange: .usage
    case .noActivity, .noDraws: .failed
    }
  }

  var code: String {
    switch self {
    case .notFound: "campaigns.not-found"
    case .faulty: category == .conflict ? "campaigns.name-taken" : "campaigns.faulty"
    case .wrongState: "campaigns.wrong-state"
    case .periodOver: "campaigns.period-over"
    case .noShakes: "campaigns.no-shakes"
    case .periodFixed: "campaigns.period-fixed"
    case .fixedWhileRunning: "campaigns.fixed-while-running"
    case .nothingToChange: "campaigns.nothing-to-change"
    case .noActivity: "campaigns.no-activity"
    case .noDraws: "campaigns.no-draws"
    case .budgetExists: "campaigns.budget-exists"
    case .noType: "campaigns.type-not-found"
    }
  }

  var description: String {
    switch self {
    case .notFound(let reference, let near):
      "there is no campaign '\(reference)'\(near.map { "; did you mean '\($0)'?" } ?? "")"
    case .faulty(let source, let faults):
      faults.count == 1
        ? "\(source) can't be used: \(faults[0].sentence)"
        : "\(source) can't be used, for \(faults.count) reasons\(faults.count < Faults.most ? "" : " or more"):\n"
          + faults.map { "  \($0.sentence)" }.joined(separator: "\n")
    case .wrongState(let name, let state, let verb):
      "the campaign '\(name)' is \(Self.words(state)), so you can't \(verb.rawValue) it"
    case .periodOver(let name, let end): "the campaign '\(name)' was over at \(end)"
    case .noShakes(let name): "the campaign '\(name)' takes no type of shake, so nobody could take part"
    case .periodFixed(let name, let problem): "the period of the campaign '\(name)' can't be moved so: \(problem)"
    case .fixedWhileRunning(let name, let changes):
      "the campaign '\(name)' has begun, and this could hurt those who have taken part: "
        + changes.joined(separator: "; ")
    case .nothingToChange: "nothing was named that should be changed"
    case .noActivity: "what happened in campaigns is known by the module 'shakes', which is switched off"
    case .noDraws(let name): "the campaign '\(name)' draws its prizes, and the module 'draws' is switched off"
    case .budgetExists(let budget): "there is a budget '\(budget)' already, which belongs to no campaign"
    case .noType(let name, let known):
      "there is no type of shake '\(name)'\(Suggestion.clause(for: name, among: known))"
    }
  }

  var hint: String? {
    switch self {
    case .notFound: "See which there are with `qix campaign list`."
    case .faulty: "docs/campaigns.md says what a campaign's file holds. Nothing was changed."
    case .wrongState(_, .ended, _): "A campaign that has ended stays so; make a new one with `qix campaign create`."
    case .wrongState(let name, .running, .start): "See it with `qix campaign show \(name)`."
    case .wrongState(let name, .draft, _): "Start it first, with `qix campaign start \(name)`."
    case .wrongState(let name, _, _): "Let it go on with `qix campaign start \(name)`."
    case .periodOver(let name, _): "Move its end with `qix campaign schedule \(name) --end TIME`."
    case .noShakes(let name):
      "Name one with `qix campaign rules \(name) --shake TYPE`; `qix shake types` lists them."
    case .periodFixed: "`qix campaign end` ends a campaign at once."
    case .fixedWhileRunning:
      "Once it has begun, limits can be raised and titles changed; for other rules, end it and make a new one."
    case .nothingToChange: "`--help` shows what can be."
    case .noActivity: "Run it with that module: without it in QIX_DISABLE and in `disable` of the config file."
    case .noDraws: "Switch it on: take it out of QIX_DISABLE and of `disable` in the config file."
    case .budgetExists: "Choose another name for the campaign."
    case .noType(_, let known): "There are: \(known.joined(separator: ", ")). `qix shake types` describes them."
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
