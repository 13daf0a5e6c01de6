internal import QixModule
internal import QixNetwork
internal import QixTokens

/// An issuer of ID tokens that is believed.
struct Provider: Sendable, Equatable {
  /// The operators' name for it: `google`.
  let name: String
  /// The `iss` of its tokens, to the letter.
  var issuer: String
  var keysURL: String
  /// The algorithms that sign its tokens; nothing in a token can add to them.
  var algorithms: [TokenAlgorithm]
  /// Our client ids there.
  var audiences: [String]
  var created: Timestamp

  static let columns = "name, issuer, keys_url, algorithms, audiences, created_at"

  init(_ row: Row) throws {
    name = row["name"]
    issuer = row["issuer"]
    keysURL = row["keys_url"]
    algorithms = (row["algorithms"] as String).split(separator: " ").compactMap { TokenAlgorithm(rawValue: String($0)) }
    audiences = (row["audiences"] as String).split(separator: "\n").map(String.init)
    created = row["created_at"]
    guard !algorithms.isEmpty, !audiences.isEmpty else {
      throw StorageError.corrupt("a provider of ID tokens has no algorithm or no client id")
    }
  }

  /// - Throws: `OpenIDError.malformedProvider`.
  init(
    name: String, issuer: String, keysURL: String, algorithms: [TokenAlgorithm], audiences: [String],
    created: Timestamp
  ) throws(OpenIDError) {
    self.name = name
    self.issuer = issuer
    self.keysURL = keysURL
    self.algorithms = algorithms
    self.audiences = audiences
    self.created = created
    try check()
  }

  private func check() throws(OpenIDError) {
    guard PlainText.isName(name, 1...40, signs: "-") else {
      throw .malformedProvider("a name is 1 to 40 lower-case letters, digits and hyphens")
    }
    // The same rules as for what is fetched: https, or this machine for tests. OpenID Connect Core §2 wants no query.
    guard issuer.utf8.count <= 300, !issuer.contains("?"), (try? HTTPURL(issuer)) != nil else {
      throw .malformedProvider("the issuer is not an https URL, or has a query")
    }
    do { _ = try HTTPURL(keysURL) } catch { throw .malformedProvider("the address of its keys: \(error.description)") }
    guard !algorithms.isEmpty else { throw .malformedProvider("it needs an algorithm") }
    guard (1...20).contains(audiences.count), Set(audiences).count == audiences.count else {
      throw .malformedProvider("it takes 1 to 20 different client ids")
    }
    guard
      audiences.allSatisfy({ (1...240).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } })
    else { throw .malformedProvider("a client id is 1 to 240 printable characters without blanks") }
  }

  static func find(_ name: String, in connection: Connection) throws -> Provider {
    let found = try connection.fetchOne(
      "SELECT \(sql: columns) FROM openid_providers WHERE name = \(name)", Provider.init)
    guard let found else {
      throw Failure(
        "identity.provider-not-found", .notFound, "there is no provider '\(name)'",
        hint: "`qix auth provider list` shows the providers. `qix auth provider add` adds one.")
    }
    return found
  }

  static func all(in connection: Connection) throws -> [Provider] {
    try connection.fetchAll("SELECT \(sql: columns) FROM openid_providers ORDER BY name", Provider.init)
  }

  /// Adds it, or writes it over the one of its name.
  func save(isNew: Bool, in connection: Connection) throws {
    try check()
    let before = try connection.fetchOne(
      "SELECT \(sql: Self.columns) FROM openid_providers WHERE name = \(name)", Provider.init)
    if isNew, before != nil {
      throw Failure(
        "identity.provider-exists", .conflict, "provider '\(name)' already exists",
        hint: "Change it with `qix auth provider set \(name)`.")
    }
    let other = try connection.fetchOne("SELECT 1 FROM openid_providers WHERE issuer = \(issuer) AND name <> \(name)") {
      _ in true
    }
    guard other == nil else {
      throw Failure(
        "identity.provider-issuer-taken", .conflict, "another provider has that issuer",
        hint: "`qix auth provider list` shows which one.")
    }
    guard before != self else { return }
    // Keys from elsewhere are not those of this address.
    if before?.keysURL != keysURL { try connection.execute("DELETE FROM openid_keys WHERE provider = \(name)") }
    try connection.execute(
      """
      INSERT INTO openid_providers (name, issuer, keys_url, algorithms, audiences, created_at)
      VALUES (\(name), \(issuer), \(keysURL), \(algorithmNames), \(audiences.joined(separator: "\n")), \(created))
      ON CONFLICT (name) DO UPDATE SET issuer = excluded.issuer, keys_url = excluded.keys_url,
        algorithms = excluded.algorithms, audiences = excluded.audiences
      """)
  }

  func remove(in connection: Connection) throws {
    try connection.execute("DELETE FROM openid_keys WHERE provider = \(name)")
    try connection.execute("DELETE FROM openid_clients WHERE provider = \(name)")
    try connection.execute("DELETE FROM openid_providers WHERE name = \(name)")
  }

  var algorithmNames: String { algorithms.map(\.rawValue).joined(separator: " ") }
}

/// Presets of providers that many use. Both sign with RS256 (their discovery documents, 2025).
struct ProviderPreset {
  let issuer: String
  let keysURL: String

  static let all: [String: ProviderPreset] = [
    "google": ProviderPreset(
      issuer: "https://accounts.google.com", keysURL: "https://www.googleapis.com/oauth2/v3/certs"),
    "facebook": ProviderPreset(
      issuer: "https://www.facebook.com", keysURL: "https://www.facebook.com/.well-known/oauth/openid/jwks/"),
  ]
}
