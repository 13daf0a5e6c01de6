internal import QixCrypto
internal import QixModule
internal import QixNetwork

/// A REST endpoint whose directives are fetched.
struct DirectiveSource: Sendable, Equatable {
  /// 1 to 40 small letters, digits and hyphens.
  let name: String
  let url: HTTPURL
  let keys: [SourceKey]
  /// The item of the vault with the bearer token.
  let token: Token?
  /// Microseconds for which a copy holds that could not be renewed; nil for ever.
  let maxAge: Int64?
  let added: Timestamp

  struct Token: Sendable, Equatable {
    let service: String
    let account: String

    /// `SERVICE/ACCOUNT`
    init?(_ text: String) {
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
      self.init(service: parts[0], account: parts[1])
    }

    init(service: String, account: String) { (self.service, self.account) = (service, account) }
  }

  static let mostKeys = 4

  /// - Throws: `DirectiveError.malformedSource`.
  init(name: String, url: String, keys: [String], token: String?, maxAge: Int64?, added: Timestamp)
    throws(DirectiveError)
  {
    guard PlainText.isName(name, 1...40, signs: "-") else {
      throw .malformedSource("a name must have 1 to 40 lower-case letters, digits and hyphens")
    }
    do { self.url = try HTTPURL(url) } catch { throw .malformedSource(error.description) }
    guard !self.url.target.contains("?") else {
      throw .malformedSource(
        "its URL has a query, and others could see secrets there; put a token into the vault")
    }
    guard (1...Self.mostKeys).contains(keys.count), Set(keys).count == keys.count else {
      throw .malformedSource("it needs 1 to \(Self.mostKeys) different public keys")
    }
    self.keys = keys.compactMap(SourceKey.init)
    guard self.keys.count == keys.count else {
      throw .malformedSource("a public key must be Ed25519 in Base64: its 32 bytes, or its DER form")
    }
    self.token = token.flatMap(Token.init)
    if token != nil, self.token == nil { throw .malformedSource("name the token as SERVICE/ACCOUNT") }
    self.name = name
    self.maxAge = maxAge
    self.added = added
  }

  private static let columns = "name, url, keys, token_service, token_account, max_age, added_at"

  private init(_ row: Row) throws {
    name = row["name"]
    url = try HTTPURL(row["url"])
    let keys = (row["keys"] as String).split(separator: " ")
    self.keys = keys.compactMap { SourceKey(String($0)) }
    guard self.keys.count == keys.count else { throw StorageError.corrupt("a source of directives has a bad key") }
    if let service = row["token_service"] as String?, let account = row["token_account"] as String? {
      token = Token(service: service, account: account)
    } else {
      token = nil
    }
    maxAge = row["max_age"]
    added = row["added_at"]
  }

  /// Oldest first.
  static func all(in connection: Connection) throws -> [DirectiveSource] {
    try connection.fetchAll(
      "SELECT \(sql: columns) FROM directives_sources ORDER BY added_at, name", DirectiveSource.init)
  }

  /// - Throws: `shakes.source-not-found`.
  static func find(_ name: String, in connection: Connection) throws -> DirectiveSource {
    let found = try connection.fetchOne(
      "SELECT \(sql: columns) FROM directives_sources WHERE name = \(name)", DirectiveSource.init)
    guard let found else {
      throw Failure(
        "shakes.source-not-found", .notFound, "there is no source '\(name)'",
        hint: "List sources with `qix directive source list`.")
    }
    return found
  }

  /// - Throws: `shakes.source-exists`.
  func insert(in connection: Connection) throws {
    let known = try connection.fetchOne("SELECT 1 FROM directives_sources WHERE name = \(name)") { _ in true }
    guard known == nil else {
      throw Failure(
        "shakes.source-exists", .conflict, "the source '\(name)' already exists",
        hint: "Remove it first, or choose another name.")
    }
    try connection.execute(
      """
      INSERT INTO directives_sources (\(sql: Self.columns))
      VALUES (\(name), \(url.text), \(keys.map(\.text).joined(separator: " ")), \(token?.service), \(token?.account),
        \(maxAge), \(added))
      """)
  }

  func remove(in connection: Connection) throws {
    try connection.execute("DELETE FROM directives_copies WHERE source = \(name)")
    try connection.execute("DELETE FROM directives_sources WHERE name = \(name)")
    try DirectiveStore.bump(in: connection)
  }
}

/// A public key that signs directives.
struct SourceKey: Sendable, Equatable {
  let bytes: [UInt8]

  /// RFC 8410 §4: what stands before the 32 bytes in a SubjectPublicKeyInfo, as OpenSSL writes it.
  private static let header: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]

  init?(_ text: String) {
    guard var bytes = Base64.padded.decode(text) else { return nil }
    if bytes.starts(with: Self.header) { bytes.removeFirst(Self.header.count) }
    guard bytes.count == Ed25519.publicKeySize else { return nil }
    self.bytes = bytes
  }

  var text: String { Base64.padded.encode(bytes) }

  /// Its id in signatures: the first 16 hexadecimal digits of SHA-256 of the 32 bytes.
  var id: String {
    var hash = SHA256()
    hash.update(bytes)
    return Hexadecimal.encode(hash.finish().prefix(8))
  }
}
