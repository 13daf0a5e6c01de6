import CampaignsContract
import QixCommands
import QixFormats
import QixTerminal
import Testing

@testable import Campaigns

/// Every key of the file has its option, and faults name it.
@Suite struct KeyTests {
  private static let options = Set(CreateCampaign.forms.map(\.name))

  @Test func everyPlaceHasItsOption() {
    let places =
      CampaignKeys.all.filter { $0 != CampaignKeys.name && $0 != CampaignKeys.shakes }.map { [$0] }
      + Campaign.Cap.allCases.map { [CampaignKeys.caps, $0.rawValue] }
      + CampaignKeys.Pace.all.map { [CampaignKeys.pace, $0] }
      + CampaignKeys.Audience.all.map { [CampaignKeys.audience, $0] }
    for place in places where ![[CampaignKeys.caps], [CampaignKeys.pace], [CampaignKeys.audience]].contains(place) {
      let name = CampaignEdit.option(for: JSONPointer(place))
      #expect(name.hasPrefix("--") && Self.options.contains(String(name.dropFirst(2))), "\(place): \(name)")
    }
  }

  @Test(
    arguments: [
      (["name"], "NAME"), (["shakes"], "--shake"), (["shakes", "tv"], "--shake tv"),
      (["shakes", "tv", "after"], "--set tv.after"), (["award", "weighted", "0", "coins"], "--award (0/coins)"),
      ([], "the options"),
    ] as [([String], String)])
  func faultsAreWhereTheyWereSaid(_ steps: [String], _ name: String) {
    #expect(CampaignEdit.option(for: JSONPointer(steps)) == name)
  }
}
