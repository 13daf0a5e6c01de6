package import QixKernel
package import QixShake

/// Why something is no attempt at all, or can't be shown. What a rule refuses is an answer, not an error.
package enum ShakesError: Diagnosable, Equatable {
  case noType(String, known: [String])
  case noCampaign(String)
  /// A campaign doesn't take shakes of a type.
  case notTaken(type: String, campaign: String, takes: [String])
  /// No campaign takes shakes of a type now.
  case nowhere(type: String)
  /// Several things could be meant.
  case unclear([String])
  /// Nothing could be meant.
  case nothingRuns
  /// A link that leads to no campaign.
  case malformedLink
  case malformedContext(String, problem: String)
  case malformedKey
  case keyConflict(String)
  case noShake(ShakeID)
  /// What it is worth can't be said later: it was refused.
  case unsettled(ShakeID)
  /// A directive says that there is nothing to win here now.
  case forbidden(Refusal)
  case evidenceTooLong
  /// Somebody whose role lists no users asks for the shakes of all.
  case userNeeded
  /// A type wrote although it says that it doesn't: a mistake of its author.
  case wrote(type: String)
  /// A type has thrown what is no error of the house, or answered what no type may: likewise.
  case threw(type: String, error: String)
  case malformedVerdict(type: String, problem: String)
  /// A multiplier would cut awards: likewise.
  case malformedFactor(multiplier: String, hundredths: Int64)
  /// The settings that a campaign has for a type are none that the type takes.
  case settings(type: String, campaign: String, problem: String)

  package var category: ErrorCategory {
    switch self {
    case .noType, .noCampaign, .nowhere, .nothingRuns, .noShake: .notFound
    case .notTaken, .unclear, .malformedLink, .malformedContext, .malformedKey, .evidenceTooLong: .usage
    case .keyConflict, .unsettled: .conflict
    case .forbidden: .refused
    case .wrote, .threw, .malformedVerdict, .malformedFactor: .failed
    case .userNeeded: .notAllowed
    case .settings: .damaged
    }
  }

  package var code: String {
    switch self {
    case .noType: "shakes.type-not-found"
    case .noCampaign: "shakes.campaign-not-found"
    case .notTaken: "shakes.type-not-taken"
    case .nowhere: "shakes.type-taken-nowhere"
    case .unclear: "shakes.unclear"
    case .nothingRuns: "shakes.nothing-runs"
    case .malformedLink: "shakes.link-malformed"
    case .malformedContext: "shakes.context-malformed"
    case .malformedKey: "shakes.key-malformed"
    case .keyConflict: "shakes.key-conflict"
    case .noShake: "shakes.not-found"
    case .unsettled: "shakes.not-settled"
    case .forbidden(let refusal): refusal.code
    case .evidenceTooLong: "shakes.evidence-too-long"
    case .userNeeded: "shakes.user-needed"
    case .wrote: "shakes.type-wrote"
    case .threw: "shakes.type-threw"
    case .malformedVerdict: "shakes.verdict-malformed"
    case .malformedFactor: "shakes.factor-malformed"
    case .settings: "shakes.settings-unusable"
    }
  }

  package var description: String {
    switch self {
    case .noType(let name, _): "there is no shake '\(name)'"
    case .noCampaign(let name): "there is no campaign '\(name)'"
    case .notTaken(let type, let campaign, _): "the campaign '\(campaign)' takes no \(type) shakes"
    case .nowhere(let type): "no campaign takes \(type) shakes at the moment"
    case .unclear(let choices): "it isn't clear which shake is meant: \(choices.joined(separator: ", "))"
    case .nothingRuns: "no campaign takes shakes at the moment"
    case .malformedLink: "the link leads to no campaign"
    case .malformedContext(let what, let problem): "the \(what) can't be used: \(problem)"
    case .malformedKey: "the idempotency key is empty, longer than 200 characters, or has a control character in it"
    case .keyConflict(let key):
      "the idempotency key '\(key)' was used before for a shake that differs from this one, so nothing was done"
    case .noShake(let id): "there is no shake \(id)"
    case .unsettled(let id): "the shake \(id) was refused, so nothing more can be paid for it"
    case .forbidden(let refusal): refusal.sentence
    case .evidenceTooLong: "the evidence is longer than \(Evidence.mostBytes) bytes of JSON"
    case .userNeeded: "the role integrator sees the shakes of users that it names, and lists none"
    case .wrote(let type): "the \(type) shake has written something although it says that it never does"
    case .threw(let type, let error): "the \(type) shake has failed with \(error), so nothing was done"
    case .malformedVerdict(let type, let problem): "the \(type) shake has answered \(problem), so nothing was done"
    case .malformedFactor(let multiplier, let hundredths):
      "the multiplier '\(multiplier)' has answered \(hundredths) hundredths, which is less than 1, so nothing was done"
    case .settings(let type, let campaign, let problem):
      "the settings of '\(type)' in the campaign '\(campaign)' can't be used: \(problem)"
    }
  }

  package var hint: String? {
    switch self {
    case .noType(_, let known): "There are: \(known.joined(separator: ", ")). `qix shake types` describes them."
    case .noCampaign: "See which there are with `qix campaign list`."
    case .notTaken(_, _, let takes): "It takes: \(takes.joined(separator: ", "))."
    case .nowhere, .nothingRuns: "`qix campaign list` shows which campaigns there are and when they run."
    case .unclear: "Say it with --campaign NAME and --type TYPE."
    case .malformedLink: "Write it as qix://BRAND/CAMPAIGN."
    case .malformedContext: nil
    case .malformedKey: "Write 1 to 200 characters, such as till-4-0981."
    case .keyConflict: "Give a new shake a new key. To see the first answer again, repeat that shake unchanged."
    case .noShake: "Find its id with `qix shake list`. One that still needs more is there once it is decided."
    case .unsettled: "`qix shake explain SHAKE` says why. The user may shake again."
    case .forbidden(let refusal): refusal.hint
    case .evidenceTooLong: "Send what the type takes and nothing else: `qix shake types`."
    case .userNeeded: "Name the user with --user USER."
    case .wrote, .threw, .malformedVerdict: "Report it to the author of that shake."
    case .malformedFactor: "Report it to the author of the module that brings it."
    case .settings: "Either the database is damaged, or the module of that shake has changed: run `qix db check`."
    }
  }
}
