internal import CampaignsContract
internal import QixDefinitions
internal import QixModule

/// Why something was not done to a campaign. Nothing has changed when one is thrown.
enum CampaignError: Failing, Equatable {
  case notFound(String, near: String?)
  /// - Parameter faults: each with its place, in the order in which they stand in the file.
  case faulty(source: String, faults: [PlacedFault])
  /// What it would be can't be read as it is stored.
  case unreadable(String)
  case wrongState(String, Campaign.State, wanted: Verb)
  case periodOver(String, end: Timestamp)
  case noShakes(String)
  /// A running campaign's start, or an end that is past.
  case periodFixed(String, problem: String)
  /// Changes that would hurt users who have taken part.
  case fixedWhileRunning(String, [String])
  case nothingToChange
  case noActivity
  case noDraws(String)
  /// - Parameter isMissing: whether data wait for the keys of a vault that was here before.
  case noVault(String, why: String, isMissing: Bool)
  case budgetExists(String)
  /// A draft with coins in its budget.
  case funded(String, Int64)
  /// - Parameter by: how many of what, `2 products`.
  case named(String, by: String)
  case noType(String, known: [String])

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

  init(_ faults: Faults, in source: FaultSource) {
    self = .faulty(source: source.name, faults: source.placed(faults))
  }

  var failure: Failure {
    switch self {
    case .notFound(let reference, let near):
      Failure(
        "campaigns.not-found", .notFound,
        "there is no campaign '\(reference)'\(near.map { "; did you mean '\($0)'?" } ?? "")",
        hint: "See which there are with `qix campaign list`.")
    case .faulty(let source, let faults):
      Self.faulty(source, faults, isTaken: faults.allSatisfy { $0.fault.kind == .duplicate })
    case .unreadable(let name):
      Failure(
        "campaigns.unreadable", .usage,
        "the campaign '\(name)' couldn't be read again as it would be stored, so nothing was changed",
        hint: "Look for a value at the edge of what there is, such as a moment far away, and tell qix's makers of it.")
    case .wrongState(let name, let state, let verb) where !verb.isDone(in: state):
      Failure(
        "campaigns.wrong-state", .conflict,
        "the campaign '\(name)' is \(Self.words(state)), so you can't \(verb.rawValue) it",
        hint: Self.remedy(name, state, verb))
    case .wrongState(let name, let state, _):
      Failure(
        "campaigns.wrong-state", .conflict,
        "the campaign '\(name)' \(state == .ended ? "has" : "is") \(state.name) already",
        hint: "Nothing was changed. See it with `qix campaign show \(name)`.")
    case .periodOver(let name, let end):
      Failure(
        "campaigns.period-over", .refused, "the campaign '\(name)' was over at \(end)",
        hint: "Move its end with `qix campaign schedule \(name) --end TIME`.")
    case .noShakes(let name):
      Failure(
        "campaigns.no-shakes", .refused,
        "the campaign '\(name)' takes no type of shake, so no user could take part",
        hint: "Name one with `qix campaign rules \(name) --shake TYPE`; `qix shake types` lists them.")
    case .periodFixed(let name, let problem):
      Failure(
        "campaigns.period-fixed", .refused, "the period of the campaign '\(name)' can't be moved so: \(problem)",
        hint: "`qix campaign end` ends a campaign at once.")
    case .fixedWhileRunning(let name, let changes):
      Failure(
        "campaigns.fixed-while-running", .refused,
        "the campaign '\(name)' has begun, and this could hurt those who have taken part: "
          + changes.joined(separator: "; "),
        hint:
          "Once it has begun, limits can be raised and titles changed; for other rules, end it and make a new one.")
    case .nothingToChange:
      Failure(
        "campaigns.nothing-to-change", .usage, "nothing was named that should be changed",
        hint: "`--help` shows what can be.")
    case .noActivity:
      Failure(
        "campaigns.no-activity", .failed,
        "what happened in campaigns is known by the module 'shakes', which is switched off",
        hint: "Run it with that module: without it in QIX_DISABLE and in `disable` of the config file.")
    case .noDraws(let name):
      Failure(
        "campaigns.no-draws", .failed,
        "the campaign '\(name)' draws its prizes, and the module 'draws' is switched off",
        hint: "Switch it on: take it out of QIX_DISABLE and of `disable` in the config file.")
    case .noVault(let name, let why, let isMissing):
      Failure(
        "campaigns.no-vault", .notFound, "campaign '\(name)' can't be started without a vault: \(why)",
        hint: isMissing
          ? "Bring the former vault back out of its export: `qix vault import FILE`."
          : "Make one with `qix vault init`.")
    case .budgetExists(let budget):
      Failure(
        "campaigns.budget-exists", .conflict, "budget '\(budget)' already exists, and belongs to no campaign",
        hint: "Choose another name for the campaign.")
    case .funded(let name, let coins):
      Failure(
        "campaigns.funded", .refused,
        "the campaign '\(name)' can't be deleted: \(coins.counted("coin is", "coins are")) in its budget",
        hint:
          "Take the funding back with `qix coins reverse TRANSFER` (`qix budget show campaign-\(name)`), or end it: "
          + "`qix campaign end \(name) --return-budget`.")
    case .named(let name, let what):
      Failure(
        "campaigns.named", .refused, "the campaign '\(name)' can't be deleted: it is named by \(what)",
        hint: "Take that away first, or let it name another campaign.")
    case .noType(let name, let known):
      Failure(
        "campaigns.type-not-found", .notFound,
        "there is no type of shake '\(name)'\(Suggestion.clause(for: name, among: known))",
        hint: "There are: \(known.joined(separator: ", ")). `qix shake types` describes them.")
    }
  }

  /// - Parameter isTaken: whether the name alone is wrong with it.
  private static func faulty(_ source: String, _ faults: [PlacedFault], isTaken: Bool) -> Failure {
    Failure(
      isTaken ? "campaigns.name-taken" : "campaigns.faulty", isTaken ? .conflict : .usage,
      faults.count == 1
        ? "\(source) can't be used: \(faults[0].sentence)"
        : "\(source) can't be used, for \(faults.count) reasons\(faults.count < Faults.most ? "" : " or more"):\n"
          + faults.map { "  \($0.sentence)" }.joined(separator: "\n"),
      hint: "docs/campaigns.md says what a campaign's file holds. Nothing was changed.")
  }

  private static func remedy(_ name: String, _ state: Campaign.State, _ verb: Verb) -> String {
    switch (state, verb) {
    case (.ended, .delete): "A campaign that has ended stays on record, with what came of it."
    case (_, .delete): "End it instead, with `qix campaign end \(name)`; what has begun stays on record."
    case (.ended, _): "A campaign that has ended stays so; make a new one with `qix campaign create`."
    case (.draft, _): "Start it first, with `qix campaign start \(name)`."
    default: "Let it go on with `qix campaign start \(name)`."
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
