internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// When sources are asked, and how it is written down.
enum DirectiveRefresh {
  /// Asks the sources that were last asked longer ago than `shakes.directives-max-age` says: before a shake, outside of
  /// any transaction. It takes two seconds at most, all sources together, and fails nothing: where a source can't be
  /// had, or the database is busy, what is kept holds on.
  static func refreshIfOld(in context: Context) {
    // A fault of the database will show in what the shake itself does.
    try? refresh(in: context)
  }

  private static func refresh(in context: Context) throws {
    let now = context.clock.now()
    let due = try context.database.read { connection in
      let age = try connection.value(of: ShakesModule.directivesMaxAge)
      guard age > 0 else { return [] as [(DirectiveSource, SourceState)] }
      return try DirectiveSource.all(in: connection).map { ($0, try SourceState.find($0.name, in: connection)) }
        .filter { $0.1.isOld(at: now, age: age * 1_000_000) }
    }
    guard !due.isEmpty else { return }
    let start = context.clock.monotonicMicroseconds()
    // One that hangs was asked just now and comes last the next time.
    let order = due.sorted { ($0.1.tried?.microseconds ?? .min) < ($1.1.tried?.microseconds ?? .min) }
    for (source, state) in order {
      let rest = DirectiveFetch.longest - Int((context.clock.monotonicMicroseconds() - start) / 1_000)
      guard rest >= 50 else { return }
      // Where somebody else is writing, this is not the moment.
      guard try context.database.bookkeep({ try SourceState.note(now, of: source, in: $0) }) else { return }
      let outcome = try DirectiveFetch(context: context).fetch(source, state, milliseconds: rest)
      try record(outcome, of: source, before: state, waits: false, in: context)
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
      let now = context.clock.now()
      body = { try SourceState.keep(fault, of: source, at: now, in: $0) }
      // Once for each kind of failure, not each minute.
      if state.fault?.code != fault.code {
        change = Change("shakes.directives-fail", subject: "source:\(source.name) \(fault.code)")
      }
    }
    change?.reason = reason
    // What is no news needs no entry, and waits for nobody.
    guard waits, let change else {
      _ = try context.database.bookkeep { connection in
        try body(connection)
        if let change { connection.recordAfterwards(change) }
      }
      return
    }
    try context.database.write(change) { connection, _ in try body(connection) }
  }
}
