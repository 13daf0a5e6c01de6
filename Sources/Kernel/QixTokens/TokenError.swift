package import QixKernel

/// Why a token, or a set of keys, is not accepted. No sentence repeats anything of a token.
package enum TokenError: Failing, Equatable {
  /// Not a signed token in the compact form, or one with parts that we don't take.
  case malformed(String)
  /// Signed with a key that the issuer doesn't publish.
  case unknownKey
  /// Not a set of keys, or one that must not be trusted.
  case keySet(String)

  package var failure: Failure {
    switch self {
    case .malformed(let problem):
      Failure(
        "token.malformed", .usage, "this token can't be checked: \(problem)",
        hint: "Give the ID token as the provider issued it: three parts separated by full stops.")
    case .unknownKey:
      Failure(
        "token.unknown-key", .notAllowed, "the token is signed with a key that the provider doesn't publish",
        hint: "Get a new token. Check that it comes from the provider you named.")
    case .keySet(let problem):
      Failure("token.key-set", .damaged, "the provider's set of keys can't be used: \(problem)")
    }
  }
}
