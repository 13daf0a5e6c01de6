internal import CampaignsContract
package import QixModule

extension TiersModule: DoctorChecking {
  /// A tier that promises more than campaigns pay.
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] {
    guard let campaigns = try context.service(ifProvided: Campaigns.directory) else { return [] }
    return try database.read { connection in
      guard let tier = try TierStore(connection).all().first(where: { $0.multiplier > 100 }),
        try !connection.value(of: everywhere)
      else { return [] }
      let running = try campaigns.running(in: connection)
      guard !running.isEmpty, !running.contains(where: { $0.multiplier == multiplier }) else { return [] }
      return [
        .warning(
          "tiers",
          """
          tier \(tier.name) multiplies awards by \(tier.factor), but none of the \(running.count) running campaigns \
          pays by tier
          """,
          remedy: """
            Let a campaign pay by tier with `qix campaign rules NAME --multiplier tier`. For every campaign, run \
            `qix setting set tiers.everywhere yes`.
            """)
      ]
    }
  }
}
