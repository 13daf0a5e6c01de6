internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix segment remove`
struct RemoveSegment: OldCommand {
  private static let name = OldPositional("name", .text, "The segment")
  private static let confirm = OldOption("confirm", .text, placeholder: "NAME", "Its name, in place of typing it")

  static let declaration = Declaration(
    "remove", "Remove a segment that no campaign needs.", roles: [.operator],
    parameters: [name, confirm],
    examples: [Example("qix segment remove loyal --confirm loyal", "for good")], effect: .changes)

  private let name: String
  private let confirmed: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Self.name)
    confirmed = arguments[Self.confirm]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    _ = try context.database.read { try Self.removable(name, in: $0) }
    if !isDryRun, !context.terminal.globals.assumeYes {
      try context.terminal.confirmByTyping(name, given: confirmed)
    }
    let listed = try context.database.write(
      Change("campaigns.segment-remove", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let segment = try Self.removable(name, in: connection)
      let listed = try SegmentStore(connection).count(of: segment)
      try SegmentStore(connection).remove(segment)
      change.subject = "\(name): \(segment.words), \(listed) listed"
      return listed
    }
    var document = Document("segment.remove/1")
    document.primary = name
    document.field("segment", "segment", .text(name))
    document.field("listed", "listed", .integer(listed))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }

  private static func removable(_ name: String, in connection: Connection) throws -> Segment {
    let segment = try SegmentStore(connection).require(name)
    let campaigns = try CampaignStore(connection).using(segment: name)
    guard campaigns.isEmpty else { throw SegmentError.inUse(name, by: campaigns) }
    return segment
  }
}
