internal import QixModule

/// `qix route list`
struct ListRoutes: Command {
  static let declaration = Declaration(
    "list", "List the server's routes, and the commands without one, with the reasons.", roles: .everyone,
    examples: [Example("qix route list", "all of it")],
    answer: "route.list/1: routes [command text, method text?, path text?, roles text, reason text?]")

  func run(in context: Context) throws -> Document {
    var document = Document("route.list/1")
    let rows = context.program.tree.places.compactMap { place -> [Cell]? in
      guard let address = place.address else { return nil }
      let roles = place.roles.map(\.rawValue).joined(separator: ", ")
      switch address {
      case .success(let address):
        return [.text(place.text), .text(address.method), .text(address.path), .text(roles), .missing]
      case .failure(let error): return [.text(place.text), .missing, .missing, .text(roles), .text(error.reason)]
      }
    }
    document.table(
      "routes",
      columns: [
        Column("command", "Command"), Column("method", "Method"), Column("path", "Path"), Column("roles", "Roles"),
        Column("reason", "Why not"),
      ], rows: rows)
    return document
  }
}
