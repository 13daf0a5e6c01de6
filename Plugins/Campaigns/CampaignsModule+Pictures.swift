internal import CampaignsContract
package import PicturesContract
package import QixModule

extension CampaignsModule: PictureUsing {
  package static func pictures(in connection: Connection) throws -> [PictureUse] {
    try CampaignStore(connection).running().compactMap {
      PictureUse("campaign \($0.name)", $0.picture, remedy: "qix campaign rules \($0.name) --picture PICTURE")
    }
  }
}
