internal import QixModule

/// `qix route list`
struct ListRoutes: Command {
  static let declaration = Declaration(
    "list", "List the server's routes, and the commands without one, with the reasons.", roles: .everyone,
    examples: [Example("qix route list", "all of it")],
    answer: AnswerShape("route.list/1", "routes", rows: fields))

  /// A command, and its address or the reason why it has none.
  private typealias Route = (place: CommandTree.Place, address: Result<Address, NotOffered>)

  private static let fields: [Field<Route>] = [
    Field("command", .text) { $0.place.text },
    Field("method", .text) { try? $0.address.get().method },
    Field("path", .text) { try? $0.address.get().path },
    Field("roles", .text) { $0.place.roles.map(\.rawValue).joined(separator: ", ") },
    Field("reason", .text, "WHY NOT") { if case .failure(let error) = $0.address { error.reason } else { nil } },
  ]

  func run(in context: Context) throws -> Document {
    var document = Document("route.list/1")
    document.table(
      "routes", Self.fields,
      rows: context.program.tree.places.compactMap { place in place.address.map { (place: place, address: $0) } })
    return document
  }
}
