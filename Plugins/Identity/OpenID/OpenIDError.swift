internal import QixKernel
internal import QixNetwork

/// Why an ID token is not believed, or a provider can't be used. No sentence repeats anything of a token.
enum OpenIDError: Diagnosable, Equatable {
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

  var category: ErrorCategory {
    switch self {
    case .unknownProvider: .notFound
    case .providerExists, .issuerTaken: .conflict
    case .malformedProvider: .usage
    case .noKeys: .busy
    default: .notAllowed
    }
  }

  var code: String {
    switch self {
    case .unknownProvider: "identity.provider-not-found"
    case .providerExists: "identity.provider-exists"
    case .issuerTaken: "identity.provider-issuer-taken"
    case .malformedProvider: "identity.provider-malformed"
    case .missingClaim: "identity.token-claim-missing"
    case .malformedClaim: "identity.token-claim-malformed"
    case .otherIssuer: "identity.token-issuer"
    case .otherAudience: "identity.token-audience"
    case .otherParty: "identity.token-party"
    case .expired: "identity.token-expired"
    case .notYet: "identity.token-not-yet"
    case .otherNonce: "identity.token-nonce"
    case .otherType: "identity.token-type"
    case .noKeys: "identity.provider-no-keys"
    }
  }

  var description: String {
    switch self {
    case .unknownProvider(let name): "there is no provider '\(name)'"
    case .providerExists(let name): "there is a provider '\(name)' already"
    case .issuerTaken: "another provider has that issuer"
    case .malformedProvider(let problem): "the provider can't be kept: \(problem)"
    case .missingClaim(let name): "the token has no '\(name)'"
    case .malformedClaim(let name): "the token's '\(name)' is not what it must be"
    case .otherIssuer: "the token is of another issuer"
    case .otherAudience: "the token was issued for somebody else"
    case .otherParty: "the token was handed to a client that is not known here"
    case .expired: "the token has expired"
    case .notYet: "the token is not valid yet"
    case .otherNonce: "the token's nonce is not the one that was sent"
    case .otherType: "the token is not an ID token"
    case .noKeys(let provider, let problem): "the keys of '\(provider)' could not be fetched: \(problem)"
    }
  }

  var hint: String? {
    switch self {
    case .unknownProvider: "`qix auth provider list` shows them, `qix auth provider add` sets one up."
    case .providerExists(let name): "Change it with `qix auth provider set \(name)`."
    case .issuerTaken: "`qix auth provider list` shows which."
    case .malformedProvider, .otherType: nil
    case .missingClaim, .malformedClaim: "Ask the provider for an OpenID Connect ID token, not for an access token."
    case .otherIssuer: "Name the provider that issued it with --provider."
    case .otherAudience: "It must name a client id of `qix auth provider list`, and no other."
    case .otherParty: "If the client is yours too, add its id with `qix auth provider set NAME --audience …`."
    case .expired: "Sign in again, and use the token at once."
    case .notYet: "Compare the clock of this machine with others: `timedatectl`."
    case .otherNonce: "Sign in again; a token that was caught elsewhere has another nonce."
    case .noKeys: "Try again later; `qix auth oidc jwks` shows what is known."
    }
  }
}
