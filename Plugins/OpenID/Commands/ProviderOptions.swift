internal import QixModule
internal import QixTokens

struct ProviderNamed {
  @Positional("name", .text, "The provider's name here: google") var name: String
}

/// The options of a provider that can be changed.
struct ProviderOptions {
  @Option("keys-url", .text, placeholder: "URL", "The URL of its keys ('jwks_uri' of its discovery document)")
  var keysURL: String?
  @Option("algorithm", .choice(of: TokenAlgorithm.self), "The algorithm it signs with; the default is RS256")
  private var named: [TokenAlgorithm]
  @Option("audience", .text, placeholder: "CLIENT-ID", "A client id of ours there; give each one that may get tokens")
  var audiences: [String]

  /// In one order, without repeats.
  var algorithms: [TokenAlgorithm] { TokenAlgorithm.allCases.filter(named.contains) }
}

extension Provider {
  static let fields: [Field<Provider>] = [
    Field("provider", .text) { $0.name },
    Field("issuer", .text) { $0.issuer },
    Field("keys_url", .text) { $0.keysURL },
    Field("algorithms", .texts()) { $0.algorithms.map(\.rawValue) },
    Field("audiences", .texts()) { $0.audiences },
  ]

  func document(_ schema: String) -> Document {
    var document = Document(schema, Self.fields, of: self)
    document.primary = name
    return document
  }
}
