import CampaignsContract
import QixDefinitions
import QixFormats
import QixShake
import QixTesting
import Testing

@testable import Campaigns

/// Descriptions of campaigns that were changed anywhere: faults, or a campaign that can be written, read again, and paid.
@Suite("Hostile campaigns") struct FuzzTests {
  @Test("A description is refused, or says the same when it is written again")
  func descriptions() throws {
    let seed = Seed(for: "descriptions of campaigns")
    var generator = SeededGenerator(seed)
    var mangler = Mangler(
      seed,
      pieces: CampaignKeys.all + [
        "fixed", "per-unit", "table", "weighted", "jackpot", "coins", "weight", "from", "value", "otherwise", "fact",
        "start", "step", "most", "odds", "P1D", "PT1S", "P99999999999D", "2026-02-30", "2026-03-29T02:30", "9999-12-31",
        "Europe/Rome", "../../etc/passwd", "\"", "{", "}", "[", "]", ":", ",", "1e999", "9223372036854775807",
      ])
    var good: [JSONValue] = []
    for _ in 0..<50 { good.append(try CampaignWriter.file(RoundTripTests.random(&generator))) }
    var taken = 0
    for iteration in 0..<fuzzCount(3_000) {
      let sample = good[iteration % good.count]
      let value: JSONValue
      if iteration % 3 == 0 {
        guard let parsed = try? JSONValue(parsing: mangler.changed(Array(sample.text().utf8))) else { continue }
        value = parsed
      } else {
        value = mangler.changed(sample)
      }
      var reader = CampaignReader()
      let draft = reader.read(value)
      guard reader.faults.all.isEmpty else { continue }
      let id = CampaignID(high: 1, low: 2)
      guard let campaign = draft.campaign(id, .draft) else {
        Issue.record("\(seed): nothing is wrong with it, and it is no campaign: \(value.text())")
        continue
      }
      taken += 1
      var again = CampaignReader()
      let same = again.read(try CampaignWriter.file(campaign)).campaign(id, .draft)
      if same != campaign { Issue.record("\(seed): it came back as another one: \(value.text())") }
      let units = mangler.value(depth: 0).integer.map { max(0, $0) } ?? .max
      let pot = campaign.award.most(pot: 0) ?? 0
      let number = campaign.award.bound.map { mangler.random.next() % $0 } ?? 0
      #expect(campaign.award.coins(for: Proof(units: units), number: number, pot: pot) >= 0, "\(seed)")
    }
    #expect(taken > 0)
  }
}
