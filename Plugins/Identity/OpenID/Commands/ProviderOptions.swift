internal import QixKernel
internal import QixTerminal
internal import QixTokens

/// What a provider is made of, as the commands take it.
enum ProviderOptions {
  static let name = OldPositional("name", .text, "What the provider is called here: google")
  static let issuer = OldOption("issuer", .text, placeholder: "URL", "What its tokens say in 'iss', to the letter")
  static let keysURL = OldOption(
    "keys-url", .text, placeholder: "URL", "Where it publishes its keys ('jwks_uri' of its discovery document)")
  static let algorithm = OldRepeatedOption(
    "algorithm", .choice(TokenAlgorithm.allCases.map(\.rawValue)), "What it signs with; RS256 where nothing is said")
  static let audience = OldRepeatedOption(
    "audience", .text, placeholder: "CLIENT-ID", "A client id of ours there; give each that may get tokens")

  static func algorithms(_ arguments: Arguments) -> [TokenAlgorithm] {
    let names = arguments[algorithm]
    return TokenAlgorithm.allCases.filter { names.contains($0.rawValue) }
  }

  static func document(_ schema: String, _ provider: Provider, isDryRun: Bool) -> Document {
    var document = Document(schema)
    document.primary = provider.name
    document.field("provider", "provider", .text(provider.name))
    document.field("issuer", "issuer", .text(provider.issuer))
    document.field("keys_url", "keys url", .text(provider.keysURL))
    document.field("algorithms", "algorithms", .texts(provider.algorithms.map(\.rawValue)))
    document.field("audiences", "audiences", .texts(provider.audiences))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    return document
  }
}
