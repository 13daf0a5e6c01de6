package import PicturesContract
package import QixModule

extension BadgesModule: PictureUsing {
  /// Users who have a badge see it when it was retired, too. No command changes one.
  package static func pictures(in connection: Connection) throws -> [PictureUse] {
    try BadgeStore(connection).all().compactMap { PictureUse("badge \($0.badge.name)", $0.badge.picture, remedy: nil) }
  }
}
