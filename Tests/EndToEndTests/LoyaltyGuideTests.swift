import Foundation
import Testing

/// docs/loyalty.md does what it says: its commands lead from nothing to users with tiers, badges and a referral.
@Suite struct LoyaltyGuideTests {
  @Test func itsCommandsDoWhatItSays() throws {
    try BuiltProgram.withHome { qix, home in
      let work = home + "/work"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
      let run = try Guide.run(try Guide.script("loyalty.md"), home: home, work: work)
      try #require(run.exitCode == 0, "\(run.errors)")
      // Bob isn't new, and in no tier.
      #expect(run.output.components(separatedBy: "exit code 6\n").count == 3, "\(run.errors)")
      struct Wallet: Decodable {
        let balance: Int64
        let held: Int64
      }
      let wallet = try JSONDecoder().decode(Wallet.self, from: Data(qix.done("wallet show ada --json").output.utf8))
      #expect(wallet.balance == 632 && wallet.held == 50, "12 won by a tier; what a referral had brought is taken back")
      #expect(try qix.done("badge of bob --quiet").output == "first-shake\n")
      #expect(try qix.done("badge of ada --quiet").output == "founder\n")
      #expect(try qix.done("db check --quiet").exitCode == 0)
    }
  }
}
