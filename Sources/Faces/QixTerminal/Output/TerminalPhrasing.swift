internal import QixCalendar
internal import QixCommands
internal import QixKernel

/// A sentence as a person reads it beside the tables of the same answer.
struct TerminalPhrasing: Phrasing {
  let manner: Manner
  /// Nil where nothing is waited for: of what is near ahead the seconds matter.
  var now: (@Sendable () -> Timestamp)?

  func command(_ line: String) -> String? { "`\(line)`" }
  func option(_ name: String) -> String? { "--\(name)" }

  /// The moments by the clock of a zone, which is named behind the last of them.
  func moments(_ times: [Timestamp]) -> [String] {
    guard !times.isEmpty, manner.isBrief || manner.zone != nil else { return times.map(\.description) }
    let isNear = now.map { read in
      let now = read()
      return times.contains { now < $0 && $0 < now.advanced(byMicroseconds: Self.near) }
    }
    var texts = times.map { manner.text($0, seconds: isNear ?? false) }
    // Two that differ are told so that they do.
    if Set(texts).count < Set(times).count { texts = times.map { manner.text($0, seconds: true) } }
    if manner.isBrief { texts[texts.count - 1] += " \((manner.zone ?? .utc).identifier)" }
    return texts
  }

  /// Microseconds of ten minutes.
  private static let near: Int64 = 600_000_000
}
