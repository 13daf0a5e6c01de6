internal import QixModule

/// When sources are asked, and how it is written down.
enum DirectiveRefresh {
  /// Milliseconds that a further source must be given before a shake, or it waits for the next one.
  private static let leastRest: Int64 = 1_000
  /// Microseconds between two looks at what is due, beside a service.
  private static let pause: Int64 = 1_000_000

  /// Asks the sources that are due before a shake, outside of any transaction. It takes two seconds at most, all sources
  /// together, and fails nothing: where a source can't be had, or the database is busy, what is kept holds on.
  static func refreshIfOld(in context: Context) {
    // A fault of the database will show in what the shake itself does.
    try? askDue(in: context, milliseconds: Int64(DirectiveFetch.longest), waits: false)
  }

  /// Asks the sources that are due as long as a service runs, beside it: no shake waits for another machine, nor for
  /// what is written down. The first look is at once.
  static func beside(_ context: Context) -> PeriodicTask {
    var own = context
    // On a connection of its own, so that it never has in its hands the one on which shakes are decided.
    own.database = context.database.ignoringSchema()
    let context = own
    return PeriodicTask(every: pause) { isStopping in
      // A fault of the database will show in what the shakes do.
      try? askDue(in: context, waits: true, isStopping: isStopping)
    }
  }

  /// Asks the sources that were last asked longer ago than `shakes.directives-max-age` says, or that failed and are to
  /// be asked again, unless another process is at it.
  /// - Parameters:
  ///   - milliseconds: for all of them together; nil for two seconds each.
  ///   - waits: whether to wait for other writers; else nothing is asked where there are any.
  ///   - isStopping: asked behind each source.
  static func askDue(
    in context: Context, milliseconds: Int64? = nil, waits: Bool, isStopping: () -> Bool = { false }
  ) throws {
    let now = context.clock.now()
    let (age, due) = try context.database.read { connection in
      let age = try connection.value(of: DirectivesModule.maxAge) * 1_000_000
      guard age > 0 else { return (age, [] as [(source: DirectiveSource, state: SourceState)]) }
      let all = try DirectiveSource.all(in: connection).map { ($0, try SourceState.find($0.name, in: connection)) }
      return (age, all.filter { $0.1.isDue(at: now, age: age) })
    }
    let start = context.clock.monotonicMicroseconds()
    // One that hangs was asked just now and comes last the next time.
    let order = due.sorted { ($0.state.tried?.microseconds ?? .min) < ($1.state.tried?.microseconds ?? .min) }
    for (number, source) in order.map(\.source).enumerated() {
      let passed = (context.clock.monotonicMicroseconds() - start) / 1_000
      let rest = milliseconds.map { $0 - passed } ?? Int64(DirectiveFetch.longest)
      guard number == 0 || rest >= leastRest else { return }
      var taken: SourceState?
      let isWritten = try context.database.bookkeep(waits: waits) { connection in
        taken = try SourceState.take(source, at: context.clock.now(), age: age, in: connection)
      }
      // Where somebody else is writing, this is not the moment.
      guard isWritten else { return }
      guard let taken else { continue }
      do {
        let outcome = try DirectiveFetch(context: context).fetch(source, taken, milliseconds: Int(rest))
        try record(outcome, of: source, before: taken, waits: waits, in: context)
      } catch {
        _ = try? context.database.bookkeep(waits: waits) { try SourceState.release(source, in: $0) }
        throw error
      }
      if isStopping() { return }
    }
  }

  /// Keeps what came of a fetch, with an entry in the audit log where it is news.
  /// - Parameter waits: whether to wait for other writers; else what came is dropped where there are any.
  static func record(
    _ outcome: DirectiveFetch.Outcome, of source: DirectiveSource, before state: SourceState, waits: Bool,
    reason: String? = nil, in context: Context
  ) throws {
    var change: Change?
    let body: (Connection) throws -> Void
    switch outcome {
    case .unchanged(let copy):
      body = { try SourceState.keep(copy, of: source, in: $0) }
      if state.fault != nil { change = Change("shakes.directives-confirm", subject: "source:\(source.name)") }
    case .new(let copy, _):
      body = { try SourceState.keep(copy, of: source, in: $0) }
      change = Change("shakes.directives-fetch", subject: "source:\(source.name) version \(copy.version)")
    case .failed(let fault):
      let (now, random) = (context.clock.now(), context.random)
      body = { try SourceState.keep(fault, of: source, at: now, random: random, in: $0) }
      // Once for each kind of failure, not each minute.
      if state.fault?.code != fault.code {
        change = Change("shakes.directives-fail", subject: "source:\(source.name) \(fault.code)")
      }
    }
    change?.reason = reason
    // What is no news needs no entry.
    guard waits, let change else {
      _ = try context.database.bookkeep(waits: waits) { connection in
        try body(connection)
        if let change { connection.recordAfterwards(change) }
      }
      return
    }
    try context.database.write(change) { connection, _ in try body(connection) }
  }
}
