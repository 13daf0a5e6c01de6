internal import QixModule
internal import QixNetwork

/// Why an ID token is not believed, or a provider can't be used. No sentence repeats anything of a token.
enum OpenIDError: Failing, Equatable {
  case unknownProvider(String)
  case providerExists(String)
  case issuerTaken
  case malformedProvider(String)
  case missingClaim(String)
  case malformedClaim(String)
  case otherIssuer
  case otherAudience
  case otherParty
  case expired
  case notYet
  case otherNonce
  case otherType
  /// There are no keys that may be used, and none could be fetched.
  case noKeys(provider: String, problem: String)

  var failure: Failure {
    switch self {
    case .unknownProvider(let name):
      Failure(
        "identity.provider-not-found", .notFound, "there is no provider '\(name)'",
        hint: "`qix auth provider list` shows them, `qix auth provider add` sets one up.")
    case .providerExists(let name):
      Failure(
        "identity.provider-exists", .conflict, "provider '\(name)' already exists",
        hint: "Change it with `qix auth provider set \(name)`.")
    case .issuerTaken:
      Failure(
        "identity.provider-issuer-taken", .conflict, "another provider has that issuer",
        hint: "`qix auth provider list` shows which.")
    case .malformedProvider(let problem):
      Failure("identity.provider-malformed", .usage, "the provider can't be kept: \(problem)")
    case .missingClaim(let name):
      Failure(
        "identity.token-claim-missing", .notAllowed, "the token has no '\(name)'",
        hint: "Ask the provider for an OpenID Connect ID token, not for an access token.")
    case .malformedClaim(let name):
      Failure(
        "identity.token-claim-malformed", .notAllowed, "the token's '\(name)' is not what it must be",
        hint: "Ask the provider for an OpenID Connect ID token, not for an access token.")
    case .otherIssuer:
      Failure(
        "identity.token-issuer", .notAllowed, "the token was issued by another issuer",
        hint: "Name the provider that issued it with --provider.")
    case .otherAudience:
      Failure(
        "identity.token-audience", .notAllowed, "the token was issued for another client",
        hint: "It must name a client id of `qix auth provider list`, and no other.")
    case .otherParty:
      Failure(
        "identity.token-party", .notAllowed, "the token was handed to an unknown client",
        hint: "If the client is yours too, add its id with `qix auth provider set NAME --audience …`.")
    case .expired:
      Failure(
        "identity.token-expired", .notAllowed, "the token has expired",
        hint: "Sign in again, and use the token at once.")
    case .notYet:
      Failure(
        "identity.token-not-yet", .notAllowed, "the token is not valid yet",
        hint: "Compare the clock of this machine with others: `timedatectl`.")
    case .otherNonce:
      Failure(
        "identity.token-nonce", .notAllowed, "the token's nonce is not the one that was sent",
        hint: "Sign in again; a token that was caught elsewhere has another nonce.")
    case .otherType:
      Failure("identity.token-type", .notAllowed, "the token is not an ID token")
    case .noKeys(let provider, let problem):
      Failure(
        "identity.provider-no-keys", .busy, "the keys of '\(provider)' could not be fetched: \(problem)",
        hint: "Try again later; `qix auth oidc jwks` shows what is known.")
    }
  }
}
