internal import QixShake

/// `qix video list`
struct ListVideos: Command {
  static let declaration = Declaration(
    "list", "List the videos.", roles: [.operator, .integrator, .support, .auditor],
    examples: [
      Example("qix video list", "all of them"),
      Example("qix video list --quiet", "only their names, for a script"),
    ],
    answer: AnswerShape("video.list/1", "videos", rows: Video.fields))

  func run(in context: Context) throws -> Document {
    let videos = try context.database.read { try Video.all(in: $0) }
    var document = Document("video.list/1")
    if !videos.isEmpty { document.primary = videos.map(\.name).joined(separator: "\n") }
    document.table("videos", Video.fields, rows: videos)
    if videos.isEmpty { document.note("There are no videos. Add one with `qix video add NAME --file FILE`.") }
    return document
  }
}
