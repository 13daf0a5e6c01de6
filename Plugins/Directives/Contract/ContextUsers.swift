package import CampaignsContract
package import IdentityContract
package import QixModule

/// Looks up what conditions ask about users.
package final class ContextUsers: Sendable {
  fileprivate let policy: any ModePolicy
  package let campaigns: any CampaignDirectory
  fileprivate let conditions: UserConditions
  fileprivate let context: Context

  package init(_ context: Context, policy: any ModePolicy, campaigns: any CampaignDirectory) {
    (self.context, self.policy, self.campaigns) = (context, policy, campaigns)
    conditions = UserConditions(context.registry)
  }

  package convenience init(_ context: Context) throws {
    self.init(
      context, policy: try context.service(Users.policy), campaigns: try context.service(Campaigns.directory))
  }

  /// - Parameter user: one that is not merged into another.
  package func user(_ user: UserID, at time: Timestamp, in connection: Connection) -> KnownUser {
    KnownUser(user: user, time: time, users: self, connection: connection)
  }

  /// What is wrong with conditions as things are now, such as a tier that does not exist.
  package func problems(with conditions: [String], in connection: Connection) throws -> [String] {
    try conditions.compactMap { try self.conditions.problem(with: $0, in: connection, context: context) }
  }
}

/// A user whose facts are looked up when they are first asked for.
package final class KnownUser: ContextUser {
  private let user: UserID
  private let time: Timestamp
  private let users: ContextUsers
  private let connection: Connection
  private var knownMode: Mode?
  private var segments: [String: Bool] = [:]
  private var conditions: [[String]: Bool] = [:]

  fileprivate init(user: UserID, time: Timestamp, users: ContextUsers, connection: Connection) {
    (self.user, self.time, self.users, self.connection) = (user, time, users, connection)
  }

  package func mode() throws -> Mode {
    let mode = try knownMode ?? users.policy.mode(of: user, in: connection)
    knownMode = mode
    return mode
  }

  package func isMember(of segment: String) throws -> Bool {
    let isMember = try segments[segment] ?? users.campaigns.isMember(user, of: segment, in: connection)
    segments[segment] = isMember
    return isMember
  }

  package func meets(_ asked: [String]) throws -> Bool {
    let isMet =
      try conditions[asked]
      ?? (users.conditions.unmet(of: asked, by: user, at: time, in: connection, context: users.context) == nil)
    conditions[asked] = isMet
    return isMet
  }
}

/// A user of whom only this is known.
package struct AssumedUser: ContextUser {
  private let assumedMode: Mode
  private let segments: Set<String>

  package init(mode: Mode = .trial, segments: Set<String> = []) {
    (assumedMode, self.segments) = (mode, segments)
  }

  package func mode() -> Mode { assumedMode }
  package func isMember(of segment: String) -> Bool { segments.contains(segment) }
  /// Nobody can say whether they are in a tier, or have a badge.
  package func meets(_ conditions: [String]) -> Bool { conditions.isEmpty }
}
