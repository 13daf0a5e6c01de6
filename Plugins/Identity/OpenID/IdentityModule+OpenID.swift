internal import QixCrypto
internal import QixKernel
internal import QixNetwork
internal import QixStorage
internal import QixTerminal

extension IdentityModule {
  /// For the group `auth`.
  static var openIDCommands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "oidc", "Check ID tokens of Google, Facebook and other providers.",
          [.command(VerifyToken.self), .command(ShowKeys.self)])),
      .group(
        CommandGroup(
          "provider", "Say whose ID tokens are believed.",
          [
            .command(AddProvider.self), .command(SetProvider.self), .command(ListProviders.self),
            .command(RemoveProvider.self),
          ])),
    ]
  }
}

extension Context {
  var keyCache: KeyCache { KeyCache(database: database, http: http, clock: clock) }
  var idTokens: IDTokenVerifier { IDTokenVerifier(keys: keyCache, clock: clock) }
}

/// How an ID token comes in. Whoever has it can be that person for some minutes, so it is read as a secret.
struct TokenInput: Sendable {
  static let token = SecretInput("token", "the ID token", label: "ID token", limit: 16_384)
  static let nonce = SecretInput(
    "nonce", "the nonce that was sent when the person signed in", limit: 1_024, takesStandardInput: false)
  static let provider = OldOption("provider", .text, placeholder: "NAME", "Who issued it", isRequired: true)
  static var parameters: [any Parameter] { [provider] + token.parameters + nonce.parameters }

  let providerName: String
  private let token: SecretSource
  private let nonce: SecretSource

  init(_ arguments: Arguments) throws {
    providerName = try arguments.require(Self.provider)
    token = try arguments.source(of: Self.token)
    nonce = try arguments.source(of: Self.nonce)
  }

  /// Reads and checks the token, with a warning where old keys had to do.
  func verified(in context: Context) throws -> IDToken {
    let name = providerName
    let provider = try context.database.read { try Provider.find(name, in: $0) }
    let text = try context.terminal.secret(token)
    let result: (token: IDToken, warning: String?)
    if nonce.isNamed {
      result = try context.idTokens.verify(text, of: provider, nonce: try context.terminal.secret(nonce))
    } else {
      result = try context.idTokens.verify(text, of: provider, nonce: nil)
    }
    if let warning = result.warning {
      context.terminal.warn("Checked with the keys of before, for new ones could not be had: \(warning).")
    }
    return result.token
  }
}
