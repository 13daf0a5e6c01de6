package import QixModule

extension AccessModule: SearchProviding {
  package static func find(_ search: inout Search, in context: Context) throws {
    guard search.isOpen(ShowToken.self), search.id(TokenID.self) != nil || !search.isID else { return }
    let token = try context.database.read { connection in
      let store = TokenStore(connection)
      return try search.id(TokenID.self).map { try store.token($0) } ?? store.token(named: search.text)
    }
    guard let token else { return }
    search.add(
      "token", token.id, of: nil, "\(token.name), \(token.role.rawValue)", by: search.isID ? "id" : "name",
      state: token.state(at: context.clock.now()))
  }
}
