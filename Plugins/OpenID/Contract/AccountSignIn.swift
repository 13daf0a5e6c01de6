package import QixFormats
package import QixKernel
package import QixStorage

/// Signs people in at the pages of a provider, by OpenID Connect's authorisation code flow with PKCE: `begin` says
/// where to send the browser, the provider sends it back with a code, and `finish` finds out by that who they are.
package protocol AccountSignIn: Sendable {
  /// The names of the providers at which people can sign in.
  func providers(in connection: Connection) throws -> [String]

  /// - Throws: an error of the category `notFound` for a provider at which nobody can sign in; `VaultError`.
  func begin(_ wish: SignInWish, in context: Context) throws -> SignInStart

  /// Asks the provider, outside of any transaction.
  /// - Throws: an error of the category `notAllowed` for an answer that belongs to no request of this browser, or to
  ///   one that is too old, and for a code or token that is not good.
  func finish(_ answer: SignInAnswer, in context: Context) throws -> SignedInAccount
}

package enum Accounts {
  package static let signIn = ServiceKey<any AccountSignIn>("openid.sign-in")
}

package struct SignInWish: Sendable {
  package let provider: String
  /// Who wants it: what is begun for one purpose is not finished for another.
  package let purpose: String
  /// The page to which the provider sends the browser back; it is registered there.
  package let returnAddress: String
  /// What the person, who is signed in already, confirms by it; nil for signing in. To confirm, the person signs in at
  /// the provider once more.
  package let confirms: String?

  package init(provider: String, purpose: String, returnAddress: String, confirms: String?) {
    (self.provider, self.purpose) = (provider, purpose)
    (self.returnAddress, self.confirms) = (returnAddress, confirms)
  }
}

package struct SignInStart: Sendable {
  /// Where to send the browser.
  package let address: String
  /// What the browser has to bring back, which nobody else has; sealed.
  package let request: String
  package let expires: Timestamp

  package init(address: String, request: String, expires: Timestamp) {
    (self.address, self.request, self.expires) = (address, request, expires)
  }
}

package struct SignInAnswer: Sendable {
  package let purpose: String
  /// Of `begin`.
  package let request: String
  package let state: String
  /// `iss` (RFC 9207).
  package let issuer: String?
  package let code: String

  package init(purpose: String, request: String, state: String, issuer: String?, code: String) {
    (self.purpose, self.request, self.state, self.issuer, self.code) = (purpose, request, state, issuer, code)
  }
}

package struct SignedInAccount: Sendable {
  package let provider: String
  package let issuer: String
  package let subject: String
  /// All that the ID token says.
  package let claims: JSONObject
  /// Of the wish.
  package let confirms: String?

  package init(provider: String, issuer: String, subject: String, claims: JSONObject, confirms: String?) {
    (self.provider, self.issuer, self.subject) = (provider, issuer, subject)
    (self.claims, self.confirms) = (claims, confirms)
  }
}
