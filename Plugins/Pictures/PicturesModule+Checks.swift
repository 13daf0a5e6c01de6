package import QixModule

/// `qix db check` and `qix db restore` ask whether pictures are those that were added.
extension PicturesModule: DataChecking {
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let (pictures, faults) = try database.read { connection in
      (
        try connection.fetchOne("SELECT count(*) FROM pictures_pictures") ?? 0 as Int64,
        try connection.faults(by: [whole])
      )
    }
    return [.summary("pictures", of: faults, whole: "\(pictures) are as they were added")]
  }

  private static let whole = DataRule(
    "SELECT name, digest, width, height, picture, small FROM pictures_pictures ORDER BY name"
  ) { row in
    let (name, bytes): (String, [UInt8]) = (row["name"], row["picture"])
    let (width, height): (Int64, Int64) = (row["width"], row["height"])
    guard let large = PlainJPEG(bytes), PlainJPEG(row["small"] as [UInt8]) != nil,
      large.digest == row["digest"] as String, large.width == width, large.height == height
    else { return "the picture '\(name)' was altered" }
    return nil
  }
}

extension PicturesModule: LibraryUsing {
  package static let libraries = ["libqix-picture"]

  package static func usesLibraries(_ context: Context, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM pictures_pictures LIMIT 1")
  }
}
