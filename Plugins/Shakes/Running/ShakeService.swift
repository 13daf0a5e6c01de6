package import CampaignsContract
package import QixKernel
package import QixShake
internal import QixStorage
internal import Synchronization

/// Runs shakes: one by one, each in a transaction of its own, or many at once in group commits.
package final class ShakeService: ShakeRunner {
  private let database: Database
  private let clock: any Clock
  private let tools: Mutex<PipelineTools>
  private let group = Mutex<Running?>(nil)

  /// The background work that `submit` has begun.
  private struct Running {
    let commit: GroupCommit<Received, ShakeAnswer>
    /// Fetches directives beside it; nil where no directives are kept.
    let refreshing: PeriodicTask?
  }

  /// A shake, and when it came.
  struct Received: Sendable {
    let request: ShakeRequest
    let at: Timestamp
  }

  static let action = "shakes.send"

  /// - Parameters:
  ///   - campaigns: another directory than the program's.
  ///   - isHeard: puts every shake into the outbox, whether or not anybody listens.
  package convenience init(
    _ context: Context, campaigns: (any CampaignDirectory)? = nil, isHeard: Bool = false
  ) throws {
    var tools = try PipelineTools(context, campaigns: campaigns)
    if isHeard { tools.listeners = Everybody() }
    self.init(tools)
  }

  private struct Everybody: OutboxListening {
    func isAnybodyListening(in connection: Connection) -> Bool { true }
  }

  init(_ tools: PipelineTools) {
    database = tools.context.database
    clock = tools.context.clock
    self.tools = Mutex(tools)
  }

  package func run(_ request: ShakeRequest, reason: String?, isDryRun: Bool) throws -> ShakeAnswer {
    DirectiveRefresh.refreshIfOld(in: currentTools.context)
    let at = clock.now()
    while true {
      do {
        return try database.write(Change(Self.action, reason: reason), isDryRun: isDryRun) { connection, change in
          let pipeline = try Pipeline(connection, currentTools, isDryRun: isDryRun)
          try pipeline.begin()
          let answer = try pipeline.run(request, at: at)
          try pipeline.finish()
          change.subject = "\(answer.shake)"
          return answer
        }
      } catch let need as PipelineTools.Need {
        try fetch(need)
      }
    }
  }

  /// Several in one transaction, in their order, up to the first that is no attempt at all.
  /// - Parameters:
  ///   - requests: asked inside the transaction, once more where something has to be fetched before it can be done.
  ///   - record: writes down what was answered, inside the transaction.
  /// - Returns: the answers to those before it, and what is wrong with it; nil when all were done.
  func run(
    reason: String?, isDryRun: Bool, _ requests: (Connection) throws -> [ShakeRequest],
    recording record: (Connection, [ShakeAnswer]) throws -> Void
  ) throws -> (answers: [ShakeAnswer], fault: (any Diagnosable)?) {
    DirectiveRefresh.refreshIfOld(in: currentTools.context)
    let at = clock.now()
    while true {
      do {
        return try database.write(Change(Self.action, reason: reason), isDryRun: isDryRun) { connection, change in
          let pipeline = try Pipeline(connection, currentTools, isDryRun: isDryRun)
          try pipeline.begin()
          var answers: [ShakeAnswer] = []
          var fault: (any Diagnosable)?
          for request in try requests(connection) {
            let before = connection.changeCount
            do {
              answers.append(try pipeline.run(request, at: at))
            } catch let error as any Diagnosable where connection.changeCount == before && error.isAboutOne {
              fault = error
              break
            }
          }
          try pipeline.finish()
          try record(connection, answers)
          change.subject = pipeline.summary
          return (answers, fault)
        }
      } catch let need as PipelineTools.Need {
        try fetch(need)
      }
    }
  }

  /// Hands in one shake; many of them are committed together. It waits for no source of directives: as long as shakes are
  /// taken like this, directives are fetched beside them, and a shake is decided by those that are kept.
  /// - Parameter completion: is called on the writer's thread when the answer is durable.
  package func submit(
    _ request: ShakeRequest, completion: @escaping @Sendable (Result<ShakeAnswer, any Error>) -> Void
  ) {
    running.submit(Received(request: request, at: clock.now()), completion: completion)
  }

  /// Hands in several and waits for their answers.
  package func submit(_ requests: [ShakeRequest]) -> [Result<ShakeAnswer, any Error>] {
    let at = clock.now()
    return running.perform(requests.map { Received(request: $0, at: at) })
  }

  /// Ends what `submit` began: what was handed in is done first, and so is a fetch of directives, which takes two seconds
  /// at most. Whoever used `submit` calls it once.
  package func stop() {
    let running = group.withLock { group in
      defer { group = nil }
      return group
    }
    running?.commit.stop()
    running?.refreshing?.stop()
  }

  private var running: GroupCommit<Received, ShakeAnswer> {
    group.withLock { group in
      if let group { return group.commit }
      let tools = currentTools
      let made = Running(
        commit: GroupCommit(database, Change(Self.action)) { ShakeWorker(tools) },
        refreshing: tools.directives == nil ? nil : DirectiveRefresh.beside(tools.context))
      group = made
      return made.commit
    }
  }

  private var currentTools: PipelineTools { tools.withLock { $0 } }

  private func fetch(_ need: PipelineTools.Need) throws {
    var fetched = currentTools
    try fetched.fetch(need)
    tools.withLock { $0 = fetched }
  }
}

extension Diagnosable {
  /// Whether it is about what was asked for rather than about the data or the disk.
  var isAboutOne: Bool {
    switch category {
    case .usage, .notFound, .conflict, .refused, .notAllowed: true
    case .failed, .damaged, .busy, .interrupted: false
    }
  }
}
