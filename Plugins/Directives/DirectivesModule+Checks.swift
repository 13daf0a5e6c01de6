package import QixModule

extension DirectivesModule: DoctorChecking {
  /// How each source does.
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] {
    let now = context.clock.now()
    return try database.read { connection in
      try DirectiveSource.all(in: connection).map { source in
        finding(source, try SourceState.find(source.name, in: connection), at: now)
      }
    }
  }

  /// Microseconds after which a copy that was not confirmed is old: somebody should look, or nobody fetches.
  private static let oldAge = Timestamp.day

  private static func finding(_ source: DirectiveSource, _ state: SourceState, at now: Timestamp) -> Finding {
    let subject = "directives of \(source.name)"
    let fetch = "Run `qix directive fetch \(source.name)` to see the problem."
    guard let copy = state.copy else {
      let detail = state.fault.map { "never fetched: \($0.sentence)" } ?? "never fetched"
      return .warning(subject, detail, remedy: fetch)
    }
    guard let document = try? copy.document() else {
      return .fault(subject, "this version of qix can't read the kept copy", remedy: fetch)
    }
    if let end = copy.end(of: document, maxAge: source.maxAge), end <= now {
      return .warning(
        subject, "version \(copy.version) was valid until \(end), and there is no newer version", remedy: fetch)
    }
    if let fault = state.fault {
      return .warning(
        subject, "fetching has failed since \(fault.since), so version \(copy.version) is used: \(fault.sentence)",
        remedy: fetch)
    }
    if now >= copy.confirmed.advanced(byMicroseconds: oldAge) {
      return .warning(subject, "version \(copy.version) was last confirmed at \(copy.confirmed)", remedy: fetch)
    }
    return .ok(subject, "version \(copy.version), \(document.directives.count) directives")
  }
}

extension DirectivesModule: RowReading {
  package static func readRows(in connection: Connection) throws {
    _ = try DirectiveStore.all(in: connection)
    for source in try DirectiveSource.all(in: connection) {
      guard let copy = try SourceState.find(source.name, in: connection).copy else { continue }
      guard (try? copy.document()) != nil else {
        throw StorageError.corrupt("the copy of the directives of \(source.name) can't be read")
      }
    }
  }
}

extension DirectivesModule: LibraryUsing {
  package static let libraries = ["libcurl"]

  package static func usesLibraries(_ context: Context, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM directives_sources LIMIT 1")
  }
}
