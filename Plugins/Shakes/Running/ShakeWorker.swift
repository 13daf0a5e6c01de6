internal import QixKernel
internal import QixShake
internal import QixStorage

/// The pipeline on the thread of a group commit.
final class ShakeWorker: GroupWorker {
  private var tools: PipelineTools
  private var pipeline: Pipeline?

  init(_ tools: PipelineTools) { self.tools = tools }

  func begin(in connection: Connection) throws {
    if pipeline?.connection !== connection { pipeline = try Pipeline(connection, tools) }
    try pipeline?.begin()
  }

  func run(_ request: ShakeService.Received, in connection: Connection) throws -> ShakeAnswer {
    guard let pipeline else { preconditionFailure("a transaction begins before its pieces") }
    return try pipeline.run(request.request, at: request.at)
  }

  func finish(_ change: inout Change, in connection: Connection) throws {
    try pipeline?.finish()
    change.subject = pipeline?.summary ?? ""
  }

  func forget() { pipeline?.forget() }

  func canMend(_ error: any Error) -> Bool { error is PipelineTools.Need }

  func mend(_ error: any Error) throws {
    guard let need = error as? PipelineTools.Need else { throw error }
    try tools.fetch(need)
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
