package import QixModule

/// Why a webhook can't be kept, found or told.
package enum WebhookError: Failing, Equatable {
  case malformed(String)
  /// It lies in a private network, and nobody said that it may.
  case isPrivate(String)
  /// An integrator asks for --allow-private.
  case mayNotBePrivate
  /// An integrator's webhook names no campaign.
  case needsCampaign
  case notGranted(String)
  case notFound(String)
  /// Not in the state for that.
  case notPaused(String)
  case alreadyPaused(String)
  /// Its secret is not in the vault: it is another vault than the one that it was made with.
  case secretMissing(String)
  /// The receiver answered, but not that it took it.
  case notTaken(String)
  /// So many webhooks could not be told everything.
  case waiting(Int)
  /// Events wait of a module that is switched off.
  case sourceMissing(String)

  package var failure: Failure {
    switch self {
    case .malformed(let problem):
      Failure("shakes.webhook-malformed", .usage, "the webhook can't be kept: \(problem)")
    case .isPrivate(let host):
      Failure(
        "shakes.webhook-private", .refused, "\(host) lies in a private network, or on this machine",
        hint: "If it shall be told all the same, an admin or operator adds it with --allow-private.")
    case .mayNotBePrivate:
      Failure(
        "shakes.webhook-private-role", .notAllowed,
        "--allow-private is for admins and operators: it lets requests into the private network",
        hint: "Ask one of them to add it, or give a public URL.")
    case .needsCampaign:
      Failure(
        "shakes.webhook-needs-campaign", .usage, "an integrator's webhook is told of one campaign, and none is given",
        hint: "Add --campaign NAME; `qix campaign list` shows which there are.")
    case .notGranted(let id):
      Failure(
        "shakes.webhook-not-granted", .notAllowed,
        "no operator has let the owner of the webhook \(id) be told of its campaign",
        hint: "Ask an operator to run `qix webhook resume \(id)`.")
    case .notFound(let id):
      Failure(
        "shakes.webhook-not-found", .notFound, "there is no webhook \(id)",
        hint: "See which there are with `qix webhook list`.")
    case .notPaused(let id):
      Failure(
        "shakes.webhook-not-paused", .conflict, "the webhook \(id) is not paused",
        hint: "`qix webhook list` shows the state of each.")
    case .alreadyPaused(let id):
      Failure(
        "shakes.webhook-paused", .conflict, "the webhook \(id) is already paused",
        hint: "`qix webhook list` shows the state of each.")
    case .secretMissing(let id):
      Failure(
        "shakes.webhook-secret-missing", .notFound, "the vault doesn't have the secret of the webhook \(id)",
        hint: "Bring the vault of that time back with `qix vault import FILE`, or remove the webhook and add it again.")
    case .notTaken(let problem):
      Failure(
        "shakes.webhook-not-taken", .elsewhere, "the webhook did not take it: \(problem)",
        hint:
          "Any status from 200 to 299 takes it; redirections are not followed. See that it runs at that URL, and its log."
      )
    case .waiting(let count):
      Failure(
        "shakes.webhooks-waiting", .busy,
        "\(count) \(count == 1 ? "webhook has" : "webhooks have") not taken everything",
        hint: "`qix webhook list` says why, and when it is tried again. Run this again then.")
    case .sourceMissing(let type):
      Failure(
        "webhooks.source-missing", .failed, "events of the type '\(type)' wait, whose module is switched off",
        hint: "Switch it on, or leave them out with `qix webhook resume WEBHOOK --skip`.")
    }
  }
}
