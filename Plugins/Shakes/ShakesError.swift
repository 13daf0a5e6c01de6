package import QixShake

/// Errors of requests that are not an attempt, and of shakes that can't be shown. A rule's refusal is an answer, not an
/// error. Some are caught by their type: a directive's refusal comes before them.
package enum ShakesError: Failing, Equatable {
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
  /// A refused shake can't be settled later.
  case unsettled(ShakeID)
  /// A directive says that there is nothing to win here now.
  case forbidden(Refusal)
  case evidenceTooLong
  case malformedVerdict(type: String, problem: String)
  /// A multiplier would cut awards: a mistake of its author.
  case malformedFactor(multiplier: String, hundredths: Int64)
  /// The settings that a campaign has for a type are none that the type takes.
  case settings(type: String, campaign: String, problem: String)

  package var failure: Failure {
    switch self {
    case .noType(let name, let known):
      Failure(
        "shakes.type-not-found", .notFound, "there is no shake '\(name)'",
        hint: "The types are: \(known.joined(separator: ", ")). `qix shake types` describes them.")
    case .noCampaign(let name):
      Failure(
        "shakes.campaign-not-found", .notFound, "there is no campaign '\(name)'",
        hint: "List campaigns with `qix campaign list`.")
    case .notTaken(let type, let campaign, let takes):
      Failure(
        "shakes.type-not-taken", .usage, "the campaign '\(campaign)' takes no \(type) shakes",
        hint: "It takes: \(takes.joined(separator: ", ")).")
    case .nowhere(let type):
      Failure(
        "shakes.type-taken-nowhere", .notFound, "no campaign takes \(type) shakes now",
        hint: "`qix campaign list` shows all campaigns and their periods.")
    case .unclear(let choices):
      Failure(
        "shakes.unclear", .usage, "it isn't clear which shake is meant: \(choices.joined(separator: ", "))",
        hint: "Give --campaign NAME and --type TYPE.")
    case .nothingRuns:
      Failure(
        "shakes.nothing-runs", .notFound, "no campaign takes shakes now",
        hint: "`qix campaign list` shows all campaigns and their periods.")
    case .malformedLink:
      Failure(
        "shakes.link-malformed", .usage, "the link leads to no campaign", hint: "Write it as qix://BRAND/CAMPAIGN.")
    case .malformedContext(let what, let problem):
      Failure("shakes.context-malformed", .usage, "the \(what) can't be used: \(problem)")
    case .malformedKey: IdempotencyKey.malformed(in: "shakes", example: "till-4-0981")
    case .keyConflict(let key):
      Failure(
        "shakes.key-conflict", .conflict,
        "the idempotency key '\(key)' was used before for a different shake, so nothing was done",
        hint: "Use a new key for a new shake. To see the first answer again, repeat the first shake unchanged.",
        forUser: "this idempotency key was used before for another shake; send this one with a new key")
    case .noShake(let id):
      Failure(
        "shakes.not-found", .notFound, "there is no shake \(id)",
        hint: "Find its id with `qix shake list`. Open shakes appear once they are decided.")
    case .unsettled(let id):
      Failure(
        "shakes.not-settled", .conflict, "the shake \(id) was refused, so nothing more can be paid for it",
        hint: "`qix shake explain SHAKE` shows the reason. The user may shake again.")
    case .forbidden(let refusal):
      Failure(refusal.code, .refused, refusal.sentence, hint: refusal.hint)
    case .evidenceTooLong:
      Failure(
        "shakes.evidence-too-long", .usage, "the evidence is longer than \(Evidence.mostBytes) bytes of JSON",
        hint: "Send only the evidence of the type. `qix shake types` lists it.")
    case .malformedVerdict(let type, let problem):
      Failure(
        "shakes.verdict-malformed", .failed, "the \(type) shake answered \(problem), so nothing was done",
        hint: "Report it to the author of that shake.")
    case .malformedFactor(let multiplier, let hundredths):
      Failure(
        "shakes.factor-malformed", .failed,
        "the multiplier '\(multiplier)' answered \(hundredths) hundredths, less than 1, so nothing was done",
        hint: "Report it to the author of its module.")
    case .settings(let type, let campaign, let problem):
      Failure(
        "shakes.settings-unusable", .damaged,
        "the settings of '\(type)' in the campaign '\(campaign)' can't be used: \(problem)",
        hint: "Either the database is damaged, or the module of that shake has changed. Run `qix db check`.")
    }
  }
}
