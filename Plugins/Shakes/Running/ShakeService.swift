package import CampaignsContract
package import QixShake
internal import ShakesContract
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

  /// - Parameter campaigns: another directory than the program's.
  package convenience init(_ context: Context, campaigns: (any CampaignDirectory)? = nil) throws {
    self.init(try PipelineTools(context, campaigns: campaigns))
  }

  init(_ tools: PipelineTools) {
    database = tools.context.database
    clock = tools.context.clock
    self.tools = Mutex(tools)
  }

  package func run(_ request: ShakeRequest, reason: String?, isDryRun: Bool) throws -> ShakeAnswer {
    try run(request, reason: reason, isDryRun: isDryRun, in: database)
  }

  /// Runs one in a transaction of the asker's database, whose data are the service's.
  func run(_ request: ShakeRequest, reason: String?, isDryRun: Bool, in database: Database) throws -> ShakeAnswer {
    let at = clock.now()
    return try transaction(reason: reason, isDryRun: isDryRun, in: database) { pipeline, change in
      let attempt = try pipeline.run(request, at: at)
      guard case .done(let answer) = attempt else { return attempt }
      try pipeline.finish()
      change.subject = "\(answer.shake)"
      return attempt
    }
  }

  /// Finds out what a shake would be, and records nothing.
  func outlook(for request: ShakeRequest, in database: Database) throws -> ShakeOutlook {
    let at = clock.now()
    return try database.read { try Pipeline($0, currentTools).outlook(for: request, at: at) }
  }

  /// The page of a campaign that a link names: `Pipeline.target`.
  func target(
    of name: String, for user: UserID?, isByCustomer: Bool, language: Language?, in connection: Connection
  ) throws -> LinkTarget? {
    try Pipeline(connection, currentTools).target(
      of: name, for: user, isByCustomer: isByCustomer, language: language, at: clock.now())
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
    let at = clock.now()
    return try transaction(reason: reason, isDryRun: isDryRun, in: database) { pipeline, change in
      let connection = pipeline.connection
      let requests = try requests(connection)
      let needs = try pipeline.needs(of: requests, at: at)
      guard needs.isEmpty else { return .needs(needs) }
      var answers: [ShakeAnswer] = []
      var fault: (any Diagnosable)?
      for request in requests {
        let before = connection.changeCount
        do {
          guard case .done(let answer) = try pipeline.run(request, at: at) else {
            preconditionFailure("no shake changes what the next one needs")
          }
          answers.append(answer)
        } catch let error as any Diagnosable where connection.changeCount == before && error.isAboutOne {
          fault = error
          break
        }
      }
      try pipeline.finish()
      try record(connection, answers)
      change.subject = pipeline.summary
      return .done((answers, fault))
    }
  }

  /// Runs shakes in a transaction of their own. Where something has to be fetched first, which takes a place outside of
  /// any, that one ends without having written anything, and another begins when it was fetched.
  private func transaction<Done: Sendable>(
    reason: String?, isDryRun: Bool, in database: Database,
    _ body: (Pipeline, inout Change) throws -> Pipeline.Attempt<Done>
  ) throws -> Done {
    currentTools.directives?.refreshIfOld()
    while true {
      let attempt = try database.write(Change(Self.action, reason: reason), isDryRun: isDryRun) { connection, change in
        let pipeline = try Pipeline(connection, currentTools, isDryRun: isDryRun)
        try pipeline.begin()
        return try body(pipeline, &change)
      }
      switch attempt {
      case .done(let done): return done
      case .needs(let needs):
        var fetched = currentTools
        try fetched.fetch(needs)
        tools.withLock { $0 = fetched }
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
        commit: GroupCommit(database, Change(Self.action), carriesOthers: true) { ShakeWorker(tools) },
        refreshing: tools.directives?.refreshing())
      group = made
      return made.commit
    }
  }

  private var currentTools: PipelineTools { tools.withLock { $0 } }
}

extension Context {
  /// The service behind the runner of shakes. A server's keeps what it has read of directives.
  func shakeService() throws -> ShakeService {
    let runner = try service(Shakes.runner)
    return try (runner as? GroupedRunner)?.service ?? runner as? ShakeService ?? ShakeService(self)
  }
}

extension Diagnosable {
  /// Whether it is about what was asked for rather than about the data or the disk.
  var isAboutOne: Bool {
    switch category {
    case .usage, .notFound, .conflict, .refused, .notAllowed: true
    case .failed, .elsewhere, .damaged, .busy, .interrupted: false
    }
  }
}
