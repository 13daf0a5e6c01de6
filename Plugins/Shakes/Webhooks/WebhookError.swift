package import QixKernel

/// Why a webhook can't be kept, found or told.
package enum WebhookError: Diagnosable, Equatable {
  case malformed(String)
  /// It lies in a private network, and nobody said that it may.
  case isPrivate(String)
  /// Somebody who runs no house opens its doors.
  case mayNotBePrivate
  /// Somebody else decides of which campaigns it may be told.
  case needsCampaign
  case notGranted(String)
  case notFound(String)
  case noCampaign(String)
  /// Not in the state for that.
  case notPaused(String)
  case alreadyPaused(String)
  /// Its secret is not in the vault: it is another vault than the one that it was made with.
  case secretMissing(String)
  /// The receiver answered, but not that it took it.
  case notTaken(String)
  /// So many webhooks could not be told everything.
  case waiting(Int)

  package var category: ErrorCategory {
    switch self {
    case .malformed: .usage
    case .isPrivate: .refused
    case .mayNotBePrivate, .notGranted: .notAllowed
    case .needsCampaign: .usage
    case .notFound, .noCampaign, .secretMissing: .notFound
    case .notPaused, .alreadyPaused: .conflict
    case .notTaken: .failed
    case .waiting: .busy
    }
  }

  package var code: String {
    switch self {
    case .malformed: "shakes.webhook-malformed"
    case .isPrivate: "shakes.webhook-private"
    case .mayNotBePrivate: "shakes.webhook-private-role"
    case .needsCampaign: "shakes.webhook-needs-campaign"
    case .notGranted: "shakes.webhook-not-granted"
    case .notFound: "shakes.webhook-not-found"
    case .noCampaign: "shakes.campaign-not-found"
    case .notPaused: "shakes.webhook-not-paused"
    case .alreadyPaused: "shakes.webhook-paused"
    case .secretMissing: "shakes.webhook-secret-missing"
    case .notTaken: "shakes.webhook-not-taken"
    case .waiting: "shakes.webhooks-waiting"
    }
  }

  package var description: String {
    switch self {
    case .malformed(let problem): "the webhook can't be kept: \(problem)"
    case .isPrivate(let host): "\(host) lies in a private network, or on this machine"
    case .mayNotBePrivate: "--allow-private is for admins and operators: it lets requests into the private network"
    case .needsCampaign: "an integrator's webhook is told of one campaign, and none is given"
    case .notGranted(let id): "no operator has let the owner of the webhook \(id) be told of its campaign"
    case .notFound(let id): "there is no webhook \(id)"
    case .noCampaign(let name): "there is no campaign '\(name)'"
    case .notPaused(let id): "the webhook \(id) is not paused"
    case .alreadyPaused(let id): "the webhook \(id) is paused already"
    case .secretMissing(let id): "the vault doesn't have the secret of the webhook \(id)"
    case .notTaken(let problem): "the webhook did not take it: \(problem)"
    case .waiting(let count): "\(count) \(count == 1 ? "webhook has" : "webhooks have") not taken everything"
    }
  }

  package var hint: String? {
    switch self {
    case .malformed: nil
    case .isPrivate: "If it shall be told all the same, an admin or operator adds it with --allow-private."
    case .mayNotBePrivate: "Ask one of them to add it, or give a public URL."
    case .needsCampaign: "Add --campaign NAME; `qix campaign list` shows which there are."
    case .notGranted(let id): "Ask an operator to run `qix webhook resume \(id)`."
    case .notFound: "See which there are with `qix webhook list`."
    case .noCampaign: "See which there are with `qix campaign list`."
    case .notPaused, .alreadyPaused: "`qix webhook list` shows the state of each."
    case .secretMissing:
      "Bring the vault of that time back with `qix vault import FILE`, or remove the webhook and add it again."
    case .notTaken:
      "Any status from 200 to 299 takes it; redirections are not followed. See that it runs at that URL, and its log."
    case .waiting: "`qix webhook list` says why, and when it is tried again. Run this again then."
    }
  }
}
