import CampaignsContract
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting
import Testing

@testable import Shakes

/// Refusals as they are stored, and those of earlier versions.
@Suite struct StoredSentenceTests {
  private static func refused(_ fair: Fair) throws -> ShakeAnswer {
    try fair.open(pace: Campaign.Pace(cooldown: 60_000_000))
    let ada = try fair.user("ada")
    _ = try fair.shake(ada, with: ["code": "1"])
    return try fair.shake(ada, with: ["code": "2"], key: "k")
  }

  /// Translations find it by its key, with its values, as long as the shake is there.
  @Test func aRefusalKeepsItsKeyAndValues() throws {
    try Fair.with { fair in
      let answer = try Self.refused(fair)
      let reason = try #require(try fair.record(answer)?.reason())
      #expect(reason.sentence.key == "shakes.cooldown" && reason.hint?.key == "shakes.cooldown.hint")
      #expect(reason.hint?.values.map(\.name) == ["second"] && reason.hint?.contains("60 seconds") == true)
      #expect(reason == answer.refusal)
      let again = try fair.shake(fair.user("ada"), with: ["code": "2"], key: "k")
      #expect(again.isReplay && again.refusal?.hint?.key == "shakes.cooldown.hint")
      let export = try fair.home.done("user export ada --reveal --reason asked")
      #expect(export.contains("you shook only a short time ago") && !export.contains("\"parts\""), "\(export)")
    }
  }

  /// Up to 0.7.0 sentences were stored as texts in English.
  @Test func anOldRowKeepsItsText() throws {
    try Fair.with { fair in
      let answer = try Self.refused(fair)
      try fair.home.unchecked.exclusively { connection in
        let trigger = try #require(connection.schemaObjects()["trigger shakes_traces_only_go"])
        try connection.execute(
          script: """
            DROP TRIGGER shakes_traces_only_go;
            UPDATE shakes_shakes SET trace = '{"text": "you shook a moment ago", "hint": "Wait. Then shake."}'
            WHERE refusal IS NOT NULL;
            \(trigger)
            """)
      }
      let reason = try #require(try fair.record(answer)?.reason())
      #expect(reason.sentence.description == "you shook a moment ago" && reason.sentence.key == nil)
      #expect(reason.hint?.description == "Wait. Then shake.")
      let again = try fair.shake(fair.user("ada"), with: ["code": "2"], key: "k")
      #expect(again.isReplay && again.refusal == reason)
      #expect(try fair.home.done("shake show \(answer.shake) --json").contains("you shook a moment ago"))
      #expect(try fair.home.done("shake explain \(answer.shake) --json").contains("you shook a moment ago"))
      try fair.verify()
    }
  }

  /// Of a user who was erased the code is all that is left.
  @Test func withoutATraceThereIsTheCode() throws {
    #expect(try Trace.refusal("shakes.cooldown", nil).sentence.key == "shakes.refused")
  }
}
