internal import QixModule

/// `qix segment remove`
struct RemoveSegment: Command {
  static let declaration = Declaration(
    "remove", "Remove a segment that no campaign uses.", roles: [.operator],
    examples: [Example("qix segment remove loyal --confirm loyal", "for good")],
    answer: AnswerShape("segment.remove/1", fields), effect: .changes)

  private static let fields: [Field<(name: String, listed: Int64)>] = [
    Field("segment", .text.orNull) { $0.name },
    Field("listed", .integer) { $0.listed },
  ]

  private let segment = SegmentNamed()
  private let confirm = ConfirmOption()

  func run(in context: Context) throws -> Document {
    let name = segment.name
    _ = try context.database.read { try Self.removable(name, in: $0) }
    try confirm.require(name, in: context)
    let listed = try context.change("campaigns.segment-remove") { connection, change in
      let segment = try Self.removable(name, in: connection)
      let listed = try SegmentStore(connection).count(of: segment)
      try SegmentStore(connection).remove(segment)
      change.subject = "\(name): \(segment.words), \(listed) listed"
      return listed
    }
    var document = Document("segment.remove/1", Self.fields, of: (name: name, listed: listed))
    document.primary = name
    return document
  }

  private static func removable(_ name: String, in connection: Connection) throws -> Segment {
    let segment = try SegmentStore(connection).require(name)
    let campaigns = try CampaignStore(connection).using(segment: name)
    guard campaigns.isEmpty else {
      throw Failure(
        "campaigns.segment-in-use", .conflict,
        "the segment '\(name)' can't be removed: it is the audience of \(campaigns.joined(separator: ", "))",
        hint: "End those campaigns, or give them another audience.")
    }
    return segment
  }
}
