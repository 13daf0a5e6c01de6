internal import DirectivesContract
internal import QixShake

/// All directives in their order, found by what a context has.
///
/// Each stands in one list: that of its link where it names one exactly, else of its session, else of its place, else
/// in the one of those that may hold anywhere. A shake looks through four lists at most.
struct DirectiveIndex: Sendable {
  /// The best first.
  let all: [StandingDirective]
  private var links: [String: [Int]] = [:]
  private var sessions: [String: [Int]] = [:]
  private var places: [String: [Int]] = [:]
  private var elsewhere: [Int] = []

  init(_ directives: [StandingDirective]) {
    all = directives.sorted { $0.rank < $1.rank }
    for (index, standing) in all.enumerated() where standing.fault == nil {
      let condition = standing.directive.condition
      if case .exact(let link) = condition.link {
        links[link, default: []].append(index)
      } else if let session = condition.session {
        sessions[session, default: []].append(index)
      } else if let place = condition.place {
        places[place, default: []].append(index)
      } else {
        elsewhere.append(index)
      }
    }
  }

  /// The directive that holds; nil for none.
  func first(in situation: ContextSituation, user: some ContextUser) throws -> StandingDirective? {
    let context = situation.context
    var lists = [elsewhere[...]]
    if let list = context.link.flatMap({ links[$0] }) { lists.append(list[...]) }
    if let list = context.session.flatMap({ sessions[$0] }) { lists.append(list[...]) }
    if let list = context.place.flatMap({ places[$0] }) { lists.append(list[...]) }
    while true {
      // The best of the lists' heads.
      var best: (list: Int, index: Int)?
      for (list, indices) in lists.enumerated() {
        guard let index = indices.first, best.map({ index < $0.index }) ?? true else { continue }
        best = (list, index)
      }
      guard let best else { return nil }
      lists[best.list].removeFirst()
      let standing = all[best.index]
      if try standing.directive.matches(situation, user: user) { return standing }
    }
  }
}
