package import PicturesContract
package import QixModule

extension CardsModule: PictureUsing {
  package static func pictures(in connection: Connection) throws -> [PictureUse] {
    try CardStore(connection).published().compactMap {
      PictureUse("card \($0.name)", $0.picture, remedy: "qix card set \($0.name) --picture PICTURE")
    }
  }
}
