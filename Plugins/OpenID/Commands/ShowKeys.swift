internal import QixModule
internal import QixTokens

/// `qix auth oidc jwks`
struct ShowKeys: Command {
  static let declaration = Declaration(
    "jwks", "Show the keys that providers sign with, and the age of our copy.",
    roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      When qix checks a token, it fetches keys if there are none or if they are too old. It also fetches them if \
      the token names an unknown key, at most once a minute. If a provider can't be reached, the old keys are used \
      for up to seven days.
      """,
    examples: [
      Example("qix auth oidc jwks", "the stored keys"),
      Example("qix auth oidc jwks google --refresh", "fetch them now"),
    ],
    answer: AnswerShape("auth.oidc.jwks/1", "keys", rows: Row.fields))

  @Positional("provider", .text, "Name of a provider; the default is all") private var name: String?
  @Flag("refresh", "Fetch the keys again, even if there are stored ones") private var isForced: Bool

  private struct Row {
    let provider: String
    let key: JSONWebKey
    let copy: KeyCache.Copy

    static let fields: [Field<Row>] = [
      Field("provider", .text) { $0.provider },
      Field("kid", .text.promised, "KEY ID") { $0.key.id },
      Field("algorithm", .text) { $0.key.algorithm.rawValue },
      Field("key", .text) { $0.key.name },
      Field("fetched", .time) { $0.copy.fetched },
      Field("fresh_until", .time) { $0.copy.freshUntil },
    ]
  }

  func run(in context: Context) throws -> Document {
    let name = name
    let providers = try context.database.read { connection in
      if let name { return [try Provider.find(name, in: connection)] }
      return try Provider.all(in: connection)
    }
    if isForced {
      for provider in providers { _ = try context.keyCache.keys(of: provider, isForced: true) }
    }
    var document = Document("auth.oidc.jwks/1")
    let (rows, missing) = try context.database.read { connection in
      var (rows, missing): ([Row], [String]) = ([], [])
      for provider in providers {
        if let copy = try KeyCache.stored(provider, in: connection).copy {
          rows += try JSONWebKeySet(copy.text).keys.map { Row(provider: provider.name, key: $0, copy: copy) }
        } else {
          missing.append(provider.name)
        }
      }
      return (rows, missing)
    }
    document.table("keys", Row.fields, rows: rows)
    if providers.isEmpty {
      document.note("There are no providers. Set one up with `qix auth provider add`.")
    } else if !missing.isEmpty {
      document.note("No keys yet of \(missing.joined(separator: ", ")): `qix auth oidc jwks --refresh`.")
    }
    return document
  }
}
