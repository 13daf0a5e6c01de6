internal import QixCrypto
internal import QixModule
internal import QixNetwork

extension Context {
  var keyCache: KeyCache { KeyCache(database: database, http: http, clock: clock) }
  var idTokens: IDTokenVerifier { IDTokenVerifier(keys: keyCache, clock: clock) }
}

/// The options of an ID token. Its holder can be that person for some minutes, so it is read as a secret.
struct TokenInput {
  @Option("provider", .text, placeholder: "NAME", "The provider that issued the token") var provider: String
  private let token = SecretOption(SecretInput("token", "the ID token", label: "ID token", limit: 16_384))
  private let nonce = SecretOption(
    SecretInput(
      "nonce", "the nonce that was sent when the person signed in", limit: 1_024, takesStandardInput: false))

  func check() throws(UsageError) { _ = (try token.source(), try nonce.source()) }

  /// Reads and checks the token, with a warning where old keys had to do.
  func verified(in context: Context) throws -> IDToken {
    let provider = try context.database.read { try Provider.find(self.provider, in: $0) }
    let text = try context.face.secret(token.source())
    let result: (token: IDToken, warning: String?)
    if nonce.isNamed {
      result = try context.idTokens.verify(text, of: provider, nonce: try context.face.secret(nonce.source()))
    } else {
      result = try context.idTokens.verify(text, of: provider, nonce: nil)
    }
    if let warning = result.warning {
      context.face.warn("Checked with earlier keys, since new ones could not be fetched: \(warning).")
    }
    return result.token
  }
}
