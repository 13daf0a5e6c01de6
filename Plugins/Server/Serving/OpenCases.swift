package import QixModule
internal import Synchronization

/// Who works on which case at the moment, for as long as a server runs: in memory alone, since it is of no use later.
final class OpenCases: Sendable {
  static let key = ServiceKey<OpenCases>("server.open-cases")

  /// Microseconds after which somebody who doesn't say so again is thought to have gone.
  static let life: Int64 = 60_000_000
  /// Cases of one person, and of all. Those who were here longest ago are forgotten first.
  static let (mostOfOne, most) = (50, 10_000)

  struct Visit: Sendable, Equatable {
    let subject: String
    let by: String
    let since: Timestamp
    var seen: Timestamp
  }

  private let visits = Mutex<[Visit]>([])

  /// Says that somebody works on a case.
  /// - Returns: who else does, the longest first.
  func visit(_ subject: String, by name: String, at now: Timestamp) -> [Visit] {
    visits.withLock { visits in
      visits.removeAll { now.microseconds - $0.seen.microseconds >= Self.life }
      if let known = visits.firstIndex(where: { $0.subject == subject && $0.by == name }) {
        visits[known].seen = now
      } else {
        let own = visits.indices.filter { visits[$0].by == name }
        let crowd = own.count >= Self.mostOfOne ? own : visits.count >= Self.most ? Array(visits.indices) : []
        if let oldest = crowd.min(by: { visits[$0].seen < visits[$1].seen }) { visits.remove(at: oldest) }
        visits.append(Visit(subject: subject, by: name, since: now, seen: now))
      }
      return visits.filter { $0.subject == subject && $0.by != name }.sorted { $0.since < $1.since }
    }
  }
}

extension ServerModule: LastingProviding {
  package static func beginLasting(_ context: inout Context) -> () -> Void {
    context.services.replace(OpenCases.key, with: OpenCases())
    return {}
  }
}
