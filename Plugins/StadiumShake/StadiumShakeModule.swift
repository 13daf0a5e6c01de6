package import QixShake

/// The Stadium shake: coins for a recording of music that carries a mark.
package enum StadiumShakeModule: Migrating, CommandProviding, ShakeProviding, LensProviding {
  package static let id = "stadiumshake"
  package static let summary =
    "The Stadium shake: coins for recording watermarked music while it is played."
  package static let requires = ["shakes", "vault"]

  package static let migrations = [
    Migration("v1_create_stadiumshake", sql: PackageResources.v1_create_stadiumshake_sql)
  ]

  package static let shakeTypes: [any ShakeType.Type] = [StadiumShake.self]
  package static let lensOperations: [any LensOperation.Type] = [HearOperation.self, StudyOperation.self]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "stadium", "Add watermarks to a show's music, and listen for them.",
          [
            .group(
              CommandGroup(
                "event", "Manage shows with watermarked music.",
                [.command(AddEvent.self), .command(ListEvents.self), .command(ShowEvent.self), .command(EndEvent.self)])
            ),
            .group(
              CommandGroup(
                "piece", "Manage a show's original music, to hear its watermark better.",
                [.command(AddPiece.self), .command(ListPieces.self), .command(RemovePiece.self)])),
            .command(EmbedMark.self), .command(ListenForMark.self), .command(AnalyseRecording.self),
          ])),
      .group(CommandGroup("shake", "Shake, and see the result.", [.command(ShakeStadium.self)])),
    ]
  }
}

extension StadiumShakeModule: RowReading {
  package static func readRows(in connection: Connection) throws {
    for event in try Event.page(after: nil, limit: .max, in: connection) {
      _ = try Piece.all(of: event, in: connection)
    }
  }
}

extension StadiumShakeModule: LibraryUsing {
  package static let libraries = ["libqix-sound", "libqix-packets", "FFTW"]

  package static func usesLibraries(_ context: Context, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM stadiumshake_events LIMIT 1")
  }
}
