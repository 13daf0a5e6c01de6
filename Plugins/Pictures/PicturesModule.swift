internal import PicturesContract
package import QixLens
package import QixModule

/// Pictures of the brand's own, which the server serves.
package enum PicturesModule: Migrating, CommandProviding, ServiceProviding, SettingProviding, LensProviding {
  package static let id = "pictures"
  package static let summary = "Pictures of the brand's own, which the server serves to everybody."

  package static let migrations = [
    Migration("v1_create_pictures", sql: PackageResources.v1_create_pictures_sql)
  ]

  package static let lensOperations: [any LensOperation.Type] = [PictureOperation.self]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "picture", "Manage the brand's own pictures, such as for rewards and campaigns.",
          [.command(AddPicture.self), .command(ListPictures.self), .command(RemovePicture.self)]))
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Pictures.addresses) { _ in StoredAddresses() }
  }

  package static var settings: [any DeclaredSetting] { [mostMegabytes] }

  static let mostMegabytes = Setting<Int64>.integer(
    "pictures.most-megabytes", "The most megabytes of all pictures together. They are part of each backup.",
    placeholder: "MB", default: 200, in: 1...100_000)
}

/// The addresses of pictures in the database.
private struct StoredAddresses: PictureAddresses {
  func address(of name: String, in connection: Connection) throws -> String? {
    try PictureStore(connection).find(name)?.address
  }
}
