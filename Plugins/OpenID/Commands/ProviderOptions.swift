internal import QixModule
internal import QixTokens

struct ProviderNamed {
  @Positional("name", .text, "What the provider is called here: google") var name: String
}

/// The options of a provider that can be changed.
struct ProviderOptions {
  @Option("keys-url", .text, placeholder: "URL", "Where it publishes its keys ('jwks_uri' of its discovery document)")
  var keysURL: String?
  @Option("algorithm", .choice(of: TokenAlgorithm.self), "What it signs with; RS256 where nothing is said")
  private var named: [TokenAlgorithm]
  @Option("audience", .text, placeholder: "CLIENT-ID", "A client id of ours there; give each that may get tokens")
  var audiences: [String]

  /// In one order, without repeats.
  var algorithms: [TokenAlgorithm] { TokenAlgorithm.allCases.filter(named.contains) }
}

extension Provider {
  func document(_ schema: String) -> Document {
    var document = Document(schema)
    document.primary = name
    document.field("provider", .text(name))
    document.field("issuer", .text(issuer))
    document.field("keys_url", .text(keysURL))
    document.field("algorithms", .texts(algorithms.map(\.rawValue)))
    document.field("audiences", .texts(audiences))
    return document
  }
}
