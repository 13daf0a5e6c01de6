internal import QixCrypto
package import QixModule

/// What a token may do, and until when, is what it was given.
extension AccessModule: FactSealing {
  package static let sealedFacts = "rights of tokens"

  package static func forEachSealedFact(
    in connection: Connection, _ body: (_ owner: [UInt8], _ name: String) throws -> Void
  ) throws {
    for token in try TokenStore(connection).all() { try body(token.id.withBytes { Array($0) }, token.rights) }
  }
}

extension Token {
  /// All that its rights follow from. No part but the scopes, which come last, has a line break in it.
  fileprivate var rights: String {
    let parts = [
      name, role.rawValue, isReadOnly ? "reads" : "changes" + (grants?.words ?? ""), Hexadecimal.encode(digest),
      "\(issued.microseconds)",
      "\(issuedEntry)", "\(expires.microseconds)", ended.map { "\($0.because) \($0.at.microseconds)" } ?? "",
      scopes.map { $0.joined(separator: "\n") } ?? "*",
    ]
    return parts.joined(separator: "\n")
  }
}

extension GrantLimits {
  fileprivate var words: String { " \(payer ?? "*") \(most ?? 0) \(mostPerDay ?? 0)" }
}

extension TokenStore {
  /// Changes a token, and seals what its rights are then.
  func changing(_ id: TokenID, _ body: () throws -> Void) throws {
    if let before = try token(id) { connection.unseal(before.rights, of: id, in: AccessModule.id) }
    try body()
    if let after = try token(id) { connection.seal(after.rights, of: id, in: AccessModule.id) }
  }
}
