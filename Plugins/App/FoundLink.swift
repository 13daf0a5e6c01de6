internal import IdentityContract
internal import QixModule
internal import QixPages

/// A link, and what it leads to.
struct FoundLink {
  let link: Link
  let target: LinkTarget

  /// The address of its page: always below `/app/`, whatever the link says.
  var page: String {
    let parts = target.page.map(\.percentEncoded)
    precondition(!parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }, "a page has an address of names")
    return "/\(AppModule.pages.folder)/\(parts.joined(separator: "/"))\(link.query)"
  }

  /// Reads a link and looks for what it leads to.
  /// - Parameter user: an id or external id, as the caller gave it; nil for a guest.
  /// - Throws: `app.link-elsewhere`, `.link-malformed`, `.link-not-found`; `UserError.notFound`.
  init(_ text: String, for user: String? = nil, in context: Context) throws {
    let links = Links(context.registry)
    (link, target) = try context.database.read { connection in
      let link = try Self.link(text, links, origin: connection.value(of: AppAddress.origin))
      let user = try user.map { try context.service(Users.directory).required($0, in: connection) }
      guard let kind = links[link.kind], let target = try kind.target(link.name, user, connection, context) else {
        throw Failure(
          "app.link-not-found", .notFound, "the link leads to nothing: there is no \(link.kind) '\(link.name)'",
          hint: "Links are written \(links.forms).", forUser: "this link leads to nothing here")
      }
      return (link, target)
    }
  }

  private static func link(_ text: String, _ links: Links, origin: String?) throws -> Link {
    do throws(LinkFault) {
      return try links.link(text, origin: origin)
    } catch .elsewhere {
      throw Failure(
        "app.link-elsewhere", .refused,
        origin.map { "the link leads elsewhere: it is neither qix:// nor \($0)/open/" }
          ?? "the link leads elsewhere: it isn't qix://, and the setting app.origin names no web address",
        hint: "Links into the app are written \(links.forms).", forUser: "this link does not lead into this app")
    } catch .malformed(let problem) {
      throw Failure(
        "app.link-malformed", .usage, "the link can't be read: \(problem)",
        hint: "Links into the app are written \(links.forms).", forUser: "this link can't be read")
    }
  }
}
