internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import QixTokens

/// `qix auth oidc jwks`
struct ShowKeys: OldCommand {
  private static let provider = OldPositional(
    "provider", .text, "Name of a provider; all without one", isRequired: false)
  private static let refresh = OldFlag("refresh", "Fetch them again, whatever is kept")

  static let declaration = Declaration(
    "jwks", "Show the keys that providers sign with, and how old our copy is.",
    roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      Keys are fetched when a token is checked and none are kept, when those that are kept are too old, and when a \
      token names one that isn't among them (at most once a minute). Where a provider can't be reached, those of \
      before are used for up to seven days.
      """,
    parameters: [provider, refresh],
    examples: [
      Example("qix auth oidc jwks", "what is kept"), Example("qix auth oidc jwks google --refresh", "fetch them now"),
    ])

  private let name: String?
  private let isForced: Bool

  init(_ arguments: Arguments) throws {
    name = arguments[Self.provider]
    isForced = arguments[Self.refresh]
  }

  func run(in context: Context) throws {
    let name = name
    let providers = try context.database.read { connection in
      if let name { return [try Provider.find(name, in: connection)] }
      return try Provider.all(in: connection)
    }
    if isForced {
      for provider in providers { _ = try context.keyCache.keys(of: provider, isForced: true) }
    }
    let (rows, missing) = try context.database.read { connection in
      var (rows, missing): ([[Cell]], [String]) = ([], [])
      for provider in providers {
        guard let copy = try KeyCache.stored(provider, in: connection).copy else {
          missing.append(provider.name)
          continue
        }
        for key in try JSONWebKeySet(copy.text).keys {
          rows.append([
            .text(provider.name), key.id.map(Cell.text) ?? .missing, .text(key.algorithm.rawValue), .text(key.name),
            .timestamp(copy.fetched), .timestamp(copy.freshUntil),
          ])
        }
      }
      return (rows, missing)
    }
    var document = Document("auth.oidc.jwks/1")
    document.table(
      "keys",
      columns: [
        Column("provider", "PROVIDER"), Column("kid", "KEY ID"), Column("algorithm", "ALGORITHM"), Column("key", "KEY"),
        Column("fetched", "FETCHED"), Column("fresh_until", "FRESH UNTIL"),
      ], rows: rows)
    try context.terminal.emit(document)
    if providers.isEmpty {
      context.terminal.note("There are no providers; set one up with `qix auth provider add`.")
    } else if !missing.isEmpty {
      context.terminal.note("No keys yet of \(missing.joined(separator: ", ")): `qix auth oidc jwks --refresh`.")
    }
  }
}
