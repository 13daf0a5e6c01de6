internal import QixShake

/// The pipeline on the thread of a group commit.
final class ShakeWorker: GroupWorker {
  private var tools: PipelineTools
  private var pipeline: Pipeline?
  /// Of the last shake that could not be run.
  private var needs = PipelineTools.Needs()

  init(_ tools: PipelineTools) { self.tools = tools }

  func begin(in connection: Connection) throws {
    if pipeline?.connection !== connection { pipeline = try Pipeline(connection, tools) }
    try pipeline?.begin()
  }

  func run(_ request: ShakeService.Received, in connection: Connection) throws -> ShakeAnswer? {
    guard let pipeline else { preconditionFailure("a transaction begins before its pieces") }
    switch try pipeline.run(request.request, at: request.at) {
    case .done(let answer): return answer
    case .needs(let needs):
      self.needs = needs
      return nil
    }
  }

  func finish(_ change: inout Change, in connection: Connection) throws {
    try pipeline?.finish()
    change.subject = pipeline?.summary ?? ""
  }

  func forget() { pipeline?.forget() }

  func prepare() throws {
    try tools.fetch(needs)
    pipeline?.tools = tools
    // Types are made with what they need when their campaign is next looked at.
    pipeline?.cache.forget()
  }
}

extension Pipeline {
  /// The subject of a transaction, for the audit log.
  var summary: String {
    "\(decided) \(decided == 1 ? "shake" : "shakes"), \(coins) \(coins == 1 ? "coin" : "coins")"
  }
}
