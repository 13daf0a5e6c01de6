internal import QixModule
internal import QixNetwork

/// qix as a client of a provider: how people are sent there, and what a code is exchanged with.
struct Client: Sendable, Equatable {
  let provider: String
  let id: String
  /// The item in the vault that has the secret.
  let service: String
  let account: String
  let authorizationURL: String
  let tokenURL: String
  let scopes: String
  let namesIssuer: Bool

  static let usualScopes = "openid profile email"
  private static let columns =
    "provider, client_id, service, account, authorization_url, token_url, scopes, names_issuer"

  init(
    provider: String, id: String, service: String, account: String, endpoints: Endpoints, scopes: String
  ) throws(OpenIDError) {
    (self.provider, self.id, self.service, self.account) = (provider, id, service, account)
    (authorizationURL, tokenURL) = (endpoints.authorization, endpoints.token)
    (self.scopes, namesIssuer) = (scopes, endpoints.namesIssuer)
    guard (1...240).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .malformedProvider("a client id is 1 to 240 printable characters without blanks")
    }
    guard scopes.split(separator: " ").contains("openid"), scopes.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw .malformedProvider("openid must be among the scopes")
    }
    for url in [authorizationURL, tokenURL] {
      do { _ = try HTTPURL(url) } catch { throw .malformedProvider("an address of its pages: \(error.description)") }
    }
  }

  private init(_ row: Row) throws {
    provider = row["provider"]
    id = row["client_id"]
    service = row["service"]
    account = row["account"]
    authorizationURL = row["authorization_url"]
    tokenURL = row["token_url"]
    scopes = row["scopes"]
    namesIssuer = row["names_issuer"]
  }

  static func find(_ provider: String, in connection: Connection) throws -> Client {
    let found = try connection.fetchOne(
      "SELECT \(sql: columns) FROM openid_clients WHERE provider = \(provider)", Client.init)
    guard let found else {
      throw Failure(
        "openid.no-client", .notFound, "nobody can sign in at the provider '\(provider)'",
        hint: "The owner of the data folder sets it up with \(always: "qix auth provider client").")
    }
    return found
  }

  static func names(in connection: Connection) throws -> [String] {
    try connection.fetchAll("SELECT provider FROM openid_clients ORDER BY provider") { $0["provider"] }
  }

  func save(at now: Timestamp, in connection: Connection) throws {
    try connection.execute("DELETE FROM openid_clients WHERE provider = \(provider)")
    try connection.execute(
      """
      INSERT INTO openid_clients (\(sql: Self.columns), created_at)
      VALUES (\(provider), \(id), \(service), \(account), \(authorizationURL), \(tokenURL), \(scopes),
        \(namesIssuer), \(now))
      """)
  }
}

/// The addresses of a provider at which people sign in and codes are exchanged.
struct Endpoints: Sendable {
  let authorization: String
  let token: String
  /// Whether it sends `iss` along (RFC 9207 §3).
  let namesIssuer: Bool

  init(authorization: String, token: String) {
    (self.authorization, self.token, namesIssuer) = (authorization, token, false)
  }

  /// Reads them in the provider's discovery document (OpenID Connect Discovery §4).
  /// - Throws: `OpenIDError.exchange`
  init(of provider: Provider, by http: any HTTPClient) throws {
    func fault(_ problem: String) -> OpenIDError {
      .exchange(provider: provider.name, problem: "its discovery document \(problem)")
    }
    let base = provider.issuer.hasSuffix("/") ? String(provider.issuer.dropLast()) : provider.issuer
    var request = HTTPRequest.get(try HTTPURL("\(base)/.well-known/openid-configuration"))
    request.limits = TransferLimits(connectMilliseconds: 3_000, totalMilliseconds: 5_000)
    request.followsRedirections = false
    let response: HTTPResponse
    do {
      response = try http.send(request)
      try response.requireSuccess()
    } catch let error as NetworkError {
      throw fault("could not be fetched: \(error.description)")
    }
    guard let document = (try? JSONValue(parsing: response.body))?.object else { throw fault("is not JSON") }
    // §4.3: else it could be another issuer's.
    guard document["issuer"]?.string == provider.issuer else { throw fault("names another issuer") }
    guard let authorization = document["authorization_endpoint"]?.string,
      let token = document["token_endpoint"]?.string
    else { throw fault("lacks authorization_endpoint or token_endpoint") }
    if let methods = document["code_challenge_methods_supported"]?.array, !methods.contains("S256") {
      throw fault("says that it doesn't take S256 challenges")
    }
    (self.authorization, self.token) = (authorization, token)
    namesIssuer = document["authorization_response_iss_parameter_supported"] == true
  }
}
