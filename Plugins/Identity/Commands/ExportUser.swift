internal import IdentityContract
internal import QixFormats
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix user export`
struct ExportUser: OldCommand {
  private enum Format: String, CaseIterable, Sendable {
    case json, page
  }

  private static let format = OldOption(
    "format", .choice(of: Format.self), "json for programs, page for people (HTML in one file)", default: "json")
  private static let output = OldOption(
    "output", .output(.record), "Write to this new file instead, readable by its owner only")

  static let declaration = Declaration(
    "export", "Hand over everything that is held about a user.", roles: [.operator],
    discussion: """
      It shows personal data by its nature, so it needs --reveal and --reason, and is written to the audit log.
      """,
    parameters: [UserNamed.user, format, output, OutputKind.force],
    examples: [
      Example("qix user export shop-4711 --output ada.json --reveal --reason 'request 12'", "for programs"),
      Example("qix user export shop-4711 --format page --output ada.html --reveal --reason 'request 12'", "to read"),
    ], reveals: [.operator])

  private let user: String
  private let format: Format
  private let output: String?
  private let replaces: Bool
  private let reveal: Reveal

  init(_ arguments: Arguments) throws {
    user = try arguments.require(UserNamed.user)
    format = try arguments.require(Self.format)
    output = arguments[Self.output]
    replaces = arguments[OutputKind.force]
    guard let reveal = arguments.reveal else {
      throw UsageError("an export shows personal data as it is", hint: "Give --reveal and --reason TEXT.")
    }
    self.reveal = reveal
  }

  func run(in context: Context) throws {
    try context.requireAllModules()
    if let output, output != "-" { try NewFile.requirePlace(output, replacing: replaces) }
    let profiles = try context.openProfilesIfNeeded(for: [user])
    let id = try context.database.read { try UserNamed.find(user, context.userDirectory, in: $0).id }
    let terminal = try context.terminal(revealing: reveal, subject: "\(id)")
    let export = UserExport(context: context, profiles: profiles)
    let json = try context.database.read { try export.json(id, in: $0) }
    let text = format == .json ? json : ExportPage(value: try JSONValue(parsing: json)).html
    guard let output, output != "-" else { return try terminal.write(text) }
    try NewFile.write(text, to: output, replacing: replaces)
    terminal.note("Everything that is held about \(id) is in \(output).")
  }
}
