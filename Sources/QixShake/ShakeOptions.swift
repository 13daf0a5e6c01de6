/// `--user` and `--campaign`, which every command that shakes takes first: `ShakeOptions<String>` names its campaign,
/// `ShakeOptions<String?>` may leave it to the user's context.
package struct ShakeOptions<Campaign: Sendable>: Sendable {
  /// The user as given; `context.user(_:)` finds the one it means.
  @Option package var user: String
  @Option package var campaign: Campaign

  fileprivate init(_ user: Option<String>, _ campaign: Option<Campaign>) {
    _user = user
    _campaign = campaign
  }
}

extension ShakeOptions where Campaign == String {
  /// - Parameter who: begins the help of `--user`.
  package init(_ who: Sentence = "Who shakes") {
    self.init(
      Option("user", .user, placeholder: "USER", "\(who): usr_… or external id"),
      Option("campaign", .named(CampaignID.self), placeholder: "CAMPAIGN", "Its name or cmp_…"))
  }
}

extension ShakeOptions where Campaign == String? {
  /// - Parameter who: begins the help of `--user`.
  package init(_ who: Sentence = "Who shakes") {
    self.init(
      Option("user", .user, placeholder: "USER", "\(who): usr_… or external id"),
      Option(
        "campaign", .named(CampaignID.self), placeholder: "CAMPAIGN", "Its name or cmp_… (default: the one that fits)")
    )
  }
}

/// `--idempotency-key` of a command that shakes, which takes it last.
package struct ShakeKey: Sendable {
  @Option package var text: String?

  /// - Parameter what: is done once: `Shake`, `Hand in`.
  package init(_ what: Sentence = "Shake") {
    _text = Option(
      "idempotency-key", .key, "\(what) once: the same key again returns the first answer")
  }
}
