internal import QixModule

/// The picture that a command is about.
struct PictureNamed {
  @Positional("picture", .text, "The picture's name: lower-case letters, digits, '-' and '_'") var name: String
}

extension BrandPicture {
  /// The answer of a command that is about one picture.
  func answer(_ schema: String) -> Document {
    var document = Document(schema, Self.fields, of: self)
    document.primary = name
    return document
  }
}
