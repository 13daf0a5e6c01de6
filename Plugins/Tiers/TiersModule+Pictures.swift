package import PicturesContract
package import QixModule

extension TiersModule: PictureUsing {
  package static func pictures(in connection: Connection) throws -> [PictureUse] {
    try TierStore(connection).all().compactMap {
      PictureUse("tier \($0.name)", $0.picture, remedy: "qix tier set \($0.name) --picture PICTURE")
    }
  }
}
