internal import CampaignsContract
internal import QixDefinitions
internal import QixModule

extension CampaignService {
  /// A campaign as it is, and as an edit would have it, checked like a new one. Nothing is stored.
  /// - Throws: `CampaignError`: there is none, it is over, or what it would become can't be used.
  func changed(
    _ reference: String, by edit: CampaignEdit, for verb: CampaignError.Verb, in connection: Connection
  ) throws -> (before: Campaign, campaign: Campaign) {
    let before = try CampaignStore(connection).require(reference)
    guard before.state != .ended else { throw CampaignError.wrongState(before.name, before.state, wanted: verb) }
    let object = try CampaignWriter.file(before).object ?? JSONObject()
    let draft = try checked(
      JSONValue.object(edit.apply(to: object, known: types, at: clock.now())), from: .campaignOptions, isNew: false,
      former: before.picture, in: connection)
    guard let campaign = draft.campaign(before.id, before.state) else {
      preconditionFailure("a description without faults lacks something")
    }
    return (before, campaign)
  }
}
