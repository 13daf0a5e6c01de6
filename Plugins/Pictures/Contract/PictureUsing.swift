package import QixStorage

/// A module whose things name pictures: `qix doctor` asks whether they are there.
package protocol PictureUsing {
  /// The things that users may see now, without those that have no picture.
  static func pictures(in connection: Connection) throws -> [PictureUse]
}

/// A thing with the picture that it names.
package struct PictureUse: Sendable {
  /// `tier gold`
  package let subject: String
  /// As `PictureLinks` reads it.
  package let picture: String
  /// The command that gives the thing another picture, or none; nil where no command does.
  package let remedy: String?

  /// - Returns: nil where the thing names no picture.
  package init?(_ subject: String, _ picture: String?, remedy: String?) {
    guard let picture else { return nil }
    (self.subject, self.picture, self.remedy) = (subject, picture, remedy)
  }
}
