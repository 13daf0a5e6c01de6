internal import QixModule

/// The parts that the folder Directives brings to the module.
extension ShakesModule {
  static var directiveCommands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "directive", "Say what a shake is in which context.",
          [
            .command(AddDirective.self), .command(ListDirectives.self), .command(ShowDirective.self),
            .command(RemoveDirective.self), .command(TestDirectives.self), .command(FetchDirectives.self),
            .group(
              CommandGroup(
                "source", "Say from where directives are fetched.",
                [.command(AddSource.self), .command(ListSources.self), .command(RemoveSource.self)])),
          ]))
    ]
  }

  static var directiveSettings: [any DeclaredSetting] { [directivesMaxAge] }

  /// Seconds.
  static let directivesMaxAge = Setting.integer(
    "shakes.directives-max-age",
    "How old fetched directives may be before a shake asks for new ones, in seconds; 0 leaves that to `qix directive fetch`.",
    placeholder: "SECONDS", default: 60, in: 0...86_400)

  /// For `qix doctor`: how each source does.
  static func directiveFindings(in context: Context) throws -> [Finding] {
    let database = context.database.reader()
    guard database.exists else { return [] }
    let now = context.clock.now()
    return try database.read { connection in
      guard try connection.hasTable("shakes_directive_sources") else { return [] }
      return try DirectiveSource.all(in: connection).map { source in
        finding(source, try SourceState.find(source.name, in: connection), at: now)
      }
    }
  }

  /// Microseconds after which a copy that was not confirmed is old: somebody should look, or nobody fetches.
  private static let oldAge = Timestamp.day

  private static func finding(_ source: DirectiveSource, _ state: SourceState, at now: Timestamp) -> Finding {
    let subject = "directives of \(source.name)"
    let fetch = "Run `qix directive fetch \(source.name)` and see what it says."
    guard let copy = state.copy else {
      let detail = state.fault.map { "never fetched: \($0.sentence)" } ?? "never fetched"
      return .warning(subject, detail, remedy: fetch)
    }
    guard let document = try? copy.document() else {
      return .fault(subject, "the copy that is kept can't be read by this qix", remedy: fetch)
    }
    if let end = copy.end(of: document, maxAge: source.maxAge), end <= now {
      return .warning(subject, "version \(copy.version) held until \(end), and there is no newer one", remedy: fetch)
    }
    if let fault = state.fault {
      return .warning(
        subject, "version \(copy.version) stands in since \(fault.since): \(fault.sentence)", remedy: fetch)
    }
    if now >= copy.confirmed.advanced(byMicroseconds: oldAge) {
      return .warning(subject, "version \(copy.version) was last confirmed at \(copy.confirmed)", remedy: fetch)
    }
    return .ok(subject, "version \(copy.version), \(document.directives.count) directives")
  }
}
