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

/// A user whose facts are looked up when they are asked for.
package struct KnownUser: ContextUser {
  fileprivate let user: UserID
  fileprivate let time: Timestamp
  fileprivate let users: ContextUsers
  fileprivate let connection: Connection

  package func mode() throws -> Mode { try users.policy.mode(of: user, in: connection) }
  package func isMember(of segment: String) throws -> Bool {
    try users.campaigns.isMember(user, of: segment, in: connection)
  }
  package func meets(_ conditions: [String]) throws -> Bool {
    try users.conditions.unmet(of: conditions, by: user, at: time, in: connection, context: users.context) == nil
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
