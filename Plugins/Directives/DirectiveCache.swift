internal import CampaignsContract
internal import DirectivesContract
internal import IdentityContract
internal import QixShake
internal import ShakesContract
internal import Synchronization

/// The directives in force, remembered until something changes.
final class DirectiveCache: Sendable {
  private struct State {
    var index = DirectiveIndex([])
    /// Of directives and campaigns; nil for nothing read yet.
    var versions: [Int64]?
    /// Another part tells when to look for changes.
    var isPrepared = false
  }

  private let state = Mutex(State())
  private let users: ContextUsers
  private let types: Set<String>

  init(users: ContextUsers, types: Set<String>) {
    (self.users, self.types) = (users, types)
  }

  func prepare(in connection: Connection) throws {
    try state.withLock { state in
      state.isPrepared = true
      try refresh(&state, in: connection)
    }
  }

  func choice(
    for context: ShakeContext, user: UserID, type: String?, at: Timestamp, in connection: Connection
  ) throws -> DirectiveChoice? {
    let index = try state.withLock { state in
      if !state.isPrepared { try refresh(&state, in: connection) }
      return state.index
    }
    guard !index.all.isEmpty else { return nil }
    let situation = ContextSituation(context: context, type: type, at: at)
    return try index.first(in: situation, user: users.user(user, at: at, in: connection)).map(DirectiveChoice.init)
  }

  private func refresh(_ state: inout State, in connection: Connection) throws {
    let versions = [try DirectiveStore.version(in: connection), try users.campaigns.version(in: connection)]
    // Both only grow. A reader whose snapshot is older leaves the writer's index alone.
    guard state.versions?.lexicographicallyPrecedes(versions) ?? true else { return }
    state.index = DirectiveIndex(try Self.standing(in: connection, campaigns: users.campaigns, types: types))
    state.versions = versions
  }

  /// Every directive there is, in no order, with what keeps it from holding anywhere.
  static func standing(
    in connection: Connection, campaigns: any CampaignDirectory, types: Set<String>
  ) throws -> [StandingDirective] {
    func stand(_ directive: Directive, _ source: String?, _ rank: DirectiveRank) throws -> StandingDirective {
      var fault: DirectiveMismatch?
      if let campaign = directive.decision.campaign, try campaigns.find(campaign, in: connection) == nil {
        fault = .noCampaign
      }
      if let type = directive.decision.type, !types.contains(type) { fault = .noType }
      return StandingDirective(directive: directive, source: source, rank: rank, fault: fault)
    }
    var result = try DirectiveStore.all(in: connection).map {
      try stand($0.directive, nil, DirectiveRank($0.directive, source: 0, number: $0.number))
    }
    for (place, source) in try DirectiveSource.all(in: connection).enumerated() {
      // A copy that this program can't read any more is nobody's fault who shakes; `qix doctor` tells of it.
      guard let copy = try SourceState.find(source.name, in: connection).copy, let document = try? copy.document()
      else {
        continue
      }
      let end = copy.end(of: document, maxAge: source.maxAge)
      for (number, var directive) in document.directives.enumerated() {
        directive.until = [directive.until, end].compactMap { $0 }.min()
        result.append(
          try stand(
            directive, source.name, DirectiveRank(directive, source: place + 1, number: Int64(number))))
      }
    }
    return result
  }
}

extension DirectiveChoice {
  init(_ standing: StandingDirective) {
    self.init(directive: standing.reference)
    switch standing.directive.decision {
    case .shake(let campaign, let type): (self.campaign, self.type) = (campaign, type)
    case .nothing(let sentence, let hint):
      refusal = Refusal("shakes.nothing-now", given: "\(sentence)", hint: hint.map { "\($0)" })
    }
  }
}
