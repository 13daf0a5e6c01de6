package import IdentityContract

/// Where, when and for whom something holds: everything that is said must be so.
package struct ContextCondition: Sendable, Equatable {
  package enum Link: Sendable, Equatable {
    case exact(String)
    case prefix(String)
  }

  /// Which type of shake the user asks for.
  package enum Asked: Sendable, Equatable {
    case type(String)
    /// For none: they just shake.
    case nothing
  }

  package var link: Link?
  package var session: String?
  package var place: String?
  package var asked: Asked?
  /// This mode or one above it.
  package var mode: Mode?
  package var segment: String?
  /// Conditions of other modules, all of them (`UserCondition`): `tier:gold`.
  package var conditions: [String] = []
  package var hours: WeeklyHours?

  package init() {}

  /// How many things it says; an exact link counts twice.
  package var count: Int {
    let link = if case .exact = link { 2 } else { link == nil ? 0 : 1 }
    let others = [session != nil, place != nil, asked != nil, mode != nil, segment != nil, hours != nil]
    return link + others.count { $0 } + conditions.count
  }

  /// Bytes of the link.
  package var linkLength: Int {
    switch link {
    case .exact(let text), .prefix(let text): text.utf8.count
    case nil: 0
    }
  }

  /// In a few words, for lists: `link qix://acme/summer, place milan`.
  package var summary: String {
    var parts: [String] = []
    switch link {
    case .exact(let text): parts.append("link \(text)")
    case .prefix(let text): parts.append("link \(text)…")
    case nil: break
    }
    if let session { parts.append("session \(session)") }
    if let place { parts.append("place \(place)") }
    switch asked {
    case .type(let type): parts.append("asked for \(type)")
    case .nothing: parts.append("asked for nothing")
    case nil: break
    }
    if let mode { parts.append("mode \(mode.name)") }
    if let segment { parts.append("segment \(segment)") }
    parts += conditions
    if let hours { parts.append(hours.summary) }
    return parts.isEmpty ? "always" : parts.joined(separator: ", ")
  }
}
