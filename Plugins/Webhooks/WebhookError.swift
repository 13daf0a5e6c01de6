package import QixModule

/// Errors of webhooks that several commands share.
package enum WebhookError: Failing, Equatable {
  case malformed(String)
  case notFound(String)
  /// Its secret is not in the vault: it is another vault than the one that it was made with.
  case secretMissing(String)
  /// The receiver answered, but not that it took it.
  case notTaken(String)

  package var failure: Failure {
    switch self {
    case .malformed(let problem):
      Failure("shakes.webhook-malformed", .usage, "the webhook can't be added: \(problem)")
    case .notFound(let id):
      Failure(
        "shakes.webhook-not-found", .notFound, "there is no webhook \(id)",
        hint: "List webhooks with `qix webhook list`.")
    case .secretMissing(let id):
      Failure(
        "shakes.webhook-secret-missing", .notFound, "the vault doesn't have the secret of the webhook \(id)",
        hint:
          "Restore the former vault with `qix vault import FILE`. "
          + "If you remove and add the webhook again, it gets a new secret."
      )
    case .notTaken(let problem):
      Failure(
        "shakes.webhook-not-taken", .elsewhere, "the webhook did not accept the event: \(problem)",
        hint:
          "The receiver must answer with a status from 200 to 299; redirections don't count. Check its URL and its log."
      )
    }
  }
}
