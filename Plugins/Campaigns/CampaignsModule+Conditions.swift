internal import CampaignsContract
package import IdentityContract
internal import QixModule

/// Segments as conditions of rewards, and of campaigns for users in several at once.
extension CampaignsModule: UserConditionProviding {
  static let segmentCondition = "segment"

  package static var conditions: [UserCondition] {
    [
      UserCondition(
        segmentCondition, argument: "NAME", "are in that segment",
        problem: { name, connection, _ in
          let store = SegmentStore(connection)
          guard try store.find(name) == nil else { return nil }
          return "there is no segment '\(name)'\(Suggestion.clause(for: name, among: try store.names()))"
        },
        unmet: { name, user, _, connection, _ in
          // A segment that was removed has no members.
          if try Directory().isMember(user, of: name, in: connection) { return nil }
          return Refusal("campaigns.not-in-segment", "this campaign is not open to your account")
        })
    ]
  }
}
