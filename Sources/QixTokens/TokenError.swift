package import QixKernel

/// Why a token, or a set of keys, is not accepted. No sentence repeats anything of a token.
package enum TokenError: Diagnosable, Equatable {
  /// Not a signed token in the compact form, or one with parts that we don't take.
  case malformed(String)
  /// Signed in another way than the issuer signs.
  case algorithm
  /// Signed with a key that the issuer doesn't publish.
  case unknownKey
  /// The signature is not the key's over this token.
  case signature
  /// Not a set of keys, or one that nobody should trust.
  case keySet(String)

  package var category: ErrorCategory {
    switch self {
    case .malformed: .usage
    case .algorithm, .unknownKey, .signature: .notAllowed
    case .keySet: .damaged
    }
  }

  package var code: String {
    switch self {
    case .malformed: "token.malformed"
    case .algorithm: "token.algorithm"
    case .unknownKey: "token.unknown-key"
    case .signature: "token.signature"
    case .keySet: "token.key-set"
    }
  }

  package var description: String {
    switch self {
    case .malformed(let problem): "this is no token that can be checked: \(problem)"
    case .algorithm: "the token is signed with another algorithm than the provider's"
    case .unknownKey: "the token is signed with a key that the provider doesn't publish"
    case .signature: "the token's signature is not the provider's"
    case .keySet(let problem): "the provider's set of keys can't be used: \(problem)"
    }
  }

  package var hint: String? {
    switch self {
    case .malformed: "Give the ID token as the provider issued it: three parts with full stops between."
    case .algorithm, .unknownKey, .signature: "Ask for a new token; see that it comes from the provider you named."
    case .keySet: nil
    }
  }
}
