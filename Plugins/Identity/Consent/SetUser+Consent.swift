internal import IdentityContract
internal import QixModule

extension SetUser {
  /// The fields among the changes that the user has proved.
  func proved(_ changes: [ProfileChange], of user: User, in connection: Connection) throws -> [ProfileField] {
    let proofs = try Holdings(of: user.id, in: connection).proofs
    return changes.compactMap { change in
      guard case .field(let field) = change.target, field.isUnique else { return nil }
      return proofs.contains { $0.rawValue == field.rawValue } ? field : nil
    }
  }

  /// The fields that are claimed by these changes. To be asked before they are made.
  /// - Parameter agreed: fields whose change the user or a second person has agreed to.
  func claims(
    _ changes: [ProfileChange], agreed: [ProfileField], of user: UserID, _ profiles: Profiles?, _ context: Context,
    _ connection: Connection
  ) throws -> [ProfileField] {
    guard context.principal.claimsForUsers, let profiles else { return [] }
    let entered = changes.compactMap { change -> (field: ProfileField, value: String)? in
      guard case .field(let field) = change.target, field.isUnique, let value = change.value else { return nil }
      return (field, value)
    }
    let mayClaim = try profiles.mayClaim(entered, of: user, in: connection)
    return entered.map(\.field).filter { mayClaim || agreed.contains($0) }
  }

  func provedFields(
    _ changes: [ProfileChange], _ directory: Directory, in context: Context
  ) throws -> [ProfileField] {
    try context.database.read { try proved(changes, of: user.find(directory, in: $0), in: $0) }
  }

  /// The operation that the user has to agree to; nil where what was proved stays as it is.
  func wish(
    _ changes: [ProfileChange], _ proved: [ProfileField], _ profiles: Profiles, _ directory: Directory,
    in context: Context
  ) throws -> Consent.Wish? {
    try context.database.read { connection in
      let user = try user.find(directory, in: connection).id
      var (verbs, detail): ([String], [UInt8]) = ([], [])
      var values: [(ProfileField, String)] = []
      for change in changes {
        guard case .field(let field) = change.target, proved.contains(field) else { continue }
        if let value = change.value {
          guard let digest = try profiles.fingerprint(of: field, value, for: user, in: connection) else { continue }
          verbs.append("replace the proved \(field.label)")
          detail += digest
          values.append((field, value))
        } else {
          verbs.append("take away the proved \(field.label)")
        }
      }
      guard !verbs.isEmpty else { return nil }
      let operation = "\(verbs.joined(separator: " and ")) of \(user)"
      return Consent.Wish(
        users: [user], operation: operation, detail: detail,
        sealed: try profiles.seal(values, wishedFor: user, by: operation, in: connection))
    }
  }
}

extension UserError {
  /// Something that waits for a second person: the request is committed, and nothing else was done.
  struct Waiting: Error {
    let error: any Diagnosable
  }
}

extension Result where Failure == UserError.Waiting {
  /// - Throws: what a second person has to do first.
  func unwaited() throws -> Success {
    switch self {
    case .success(let success): return success
    case .failure(let waiting): throw waiting.error
    }
  }
}
