internal import IdentityContract
internal import QixModule

/// `qix user export`
struct ExportUser: Command {
  static let declaration = Declaration(
    "export", "Export all data that is held about a user.", roles: [.operator, .user],
    discussion: "An export shows personal data, so it needs --reveal and --reason, and is written to the audit log.",
    examples: [
      Example("qix user export shop-4711 --output ada.json --reveal --reason 'request 12'", "for programs"),
      Example("qix user export shop-4711 --format page --output ada.html --reveal --reason 'request 12'", "to read"),
    ], reveals: [.operator, .user],
    route: .at("GET /v1/users/{user}/export"))

  private enum Format: String, CaseIterable, Sendable {
    case json, page
  }

  private let user = UserNamed()
  @Option("format", .choice(of: Format.self), "json for programs, page for people (HTML in one file)", default: "json")
  private var format: Format
  @Option("output", .output(.record), "Write to this new file instead, readable by its owner only")
  private var output: String?
  private let force = ForceFlag()

  func run(in context: Context) throws -> Printed {
    guard context.invocation.reveals else {
      throw UsageError("an export shows personal data unmasked", hint: "Give --reveal and --reason TEXT.")
    }
    try context.requireAllModules()
    let path = output == "-" ? nil : output
    if let path { try NewFile.requirePlace(path, replacing: force.isGiven) }
    let profiles = try context.openProfilesIfNeeded(for: [user.reference])
    let id = try context.database.read { try user.find(context.userDirectory, in: $0).id }
    try context.reveal(subject: "\(id)")
    let export = UserExport(context: context, profiles: profiles)
    let json = try context.database.read { try export.json(id, in: $0) }
    let text = format == .json ? json : ExportPage(value: try JSONValue(parsing: json)).html
    if let path {
      try NewFile.write(text, to: path, replacing: force.isGiven)
      context.face.note("All data that is held about \(id) is in \(path).")
    } else {
      try context.face.write(text)
    }
    return Printed()
  }
}
