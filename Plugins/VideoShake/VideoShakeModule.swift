internal import QixMedia
package import QixShake

/// The Video shake: coins for watching a video.
package enum VideoShakeModule: Migrating, CommandProviding, ShakeProviding, LensProviding {
  package static let id = "videoshake"
  package static let summary = "The Video shake: coins for watching a video, measured by the server's clock."
  package static let requires = ["shakes"]

  package static let migrations = [
    Migration("v1_create_videoshake", sql: PackageResources.v1_create_videoshake_sql)
  ]

  package static let shakeTypes: [any ShakeType.Type] = [VideoShake.self]
  package static let lensOperations: [any LensOperation.Type] = [VideoOperation.self]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "video", "Manage videos that people watch for coins, and see reports.",
          [
            .command(AddVideo.self), .command(ListVideos.self), .command(ShowVideo.self), .command(RemoveVideo.self),
            .command(ReportVideo.self),
          ])),
      .group(CommandGroup("shake", "Shake, and see the result.", [.command(SimulateViewer.self)])),
    ]
  }
}

extension VideoShakeModule: LibraryUsing {
  package static let libraries = ["libqix-media"]

  package static func usesLibraries(_ context: Context, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM videoshake_videos LIMIT 1")
  }
}
