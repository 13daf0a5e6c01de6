package import QixModule

/// Referrals: users who bring users, paid after proof of first activity.
package enum ReferralsModule: Migrating, CommandProviding {
  package static let id = "referrals"
  package static let summary = "Referrals: users who bring users, paid after proof of first activity."
  package static let reservedKeys = ["referral:"]
  package static let requires = ["identity", "coins", "shakes"]

  package static let migrations = [
    Migration("v1_create_referrals", sql: PackageResources.v1_create_referrals_sql),
    Migration("v2_keep_refused_claims", sql: PackageResources.v2_keep_refused_claims_sql),
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "referral", "Pay users who refer users, once these are verified.",
          [
            .command(CreateReferral.self), .command(ListReferrals.self), .command(ShowReferral.self),
            .command(EndReferral.self), .command(CodeOfReferrer.self), .command(ClaimReferral.self),
            .command(ReferralsOfUser.self), .command(PayReferrals.self), .command(RevokeReferral.self),
          ]))
    ]
  }
}

extension ReferralsModule: RowReading {
  package static func readRows(in connection: Connection) throws {
    _ = try ProgrammeStore(connection).all()
    try ReferralStore(connection).readAll()
    try RefusedClaim.readAll(in: connection)
  }
}
