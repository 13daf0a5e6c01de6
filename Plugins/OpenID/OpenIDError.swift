internal import QixModule
internal import QixNetwork

/// Errors of ID tokens and providers that are thrown in several places. No sentence repeats anything of a token.
enum OpenIDError: Failing, Equatable {
  case malformedProvider(String)
  case missingClaim(String)
  case malformedClaim(String)
  case notYet
  /// Somebody came back from a provider in a way that signs in nobody.
  case signIn(Sentence)
  /// A provider can't be asked, or doesn't answer as it should.
  case exchange(provider: String, problem: String)
  /// There are no keys that may be used, and none could be fetched.
  case noKeys(provider: String, problem: String)

  var failure: Failure {
    switch self {
    case .malformedProvider(let problem):
      Failure("identity.provider-malformed", .usage, "the provider is not valid: \(problem)")
    case .missingClaim(let name):
      Failure(
        "identity.token-claim-missing", .notAllowed, "the token has no '\(name)'",
        hint: "Ask the provider for an OpenID Connect ID token, not for an access token.")
    case .malformedClaim(let name):
      Failure(
        "identity.token-claim-malformed", .notAllowed, "the token's '\(name)' has an invalid value",
        hint: "Ask the provider for an OpenID Connect ID token, not for an access token.")
    case .notYet:
      Failure(
        "identity.token-not-yet", .notAllowed, "the token is not valid yet",
        hint: "Compare the clock of this machine with others: `timedatectl`.")
    case .signIn(let problem):
      Failure(
        "openid.sign-in", .notAllowed, "this sign-in can't be finished: " + problem,
        hint: "Begin again.", forUser: "this sign-in can't be finished; begin again")
    case .exchange(let provider, let problem):
      Failure(
        "openid.exchange", .elsewhere, "'\(provider)' doesn't sign in anybody: \(problem)",
        hint: "Compare the client's id, secret and redirect address with those at the provider.",
        forUser: "signing in is not possible at the moment")
    case .noKeys(let provider, let problem):
      Failure(
        "identity.provider-no-keys", .busy, "the keys of '\(provider)' could not be fetched: \(problem)",
        hint: "Try again later. `qix auth oidc jwks` shows the known keys.")
    }
  }
}
