internal import QixDefinitions
internal import QixLens
internal import QixModule

/// `qix picture add`
struct AddPicture: Command {
  static let declaration = Declaration(
    "add", "Add a picture, which the server then serves to everybody.", roles: [.operator],
    discussion: """
      A separate process without rights decodes the file and encodes it again as JPEG: upright, with at most 1,600 \
      pixels on the longer side. What a camera or program wrote beside the pixels is left out, such as the place. \
      Transparent parts become white. qix keeps this picture and a smaller one of at most 480 pixels, not the file.

      Rewards, campaigns, cards, badges and tiers take a picture as picture:NAME. With --replace, they show the new \
      one at once.
      """,
    examples: [
      Example("qix picture add pen data/pictures/pen.png --alt 'The code on a pen'", "a new one"),
      Example("qix picture add mug photo.heic --replace", "another under the same name"),
    ],
    answer: AnswerShape("picture.add/1", BrandPicture.fields), effect: .changes)

  private let picture = PictureNamed()
  @Positional("file", .file, "The picture: JPEG, PNG, WebP or HEIC, at most 24 MiB") private var path: String
  @Option("alt", .title, "What the picture shows, in a few words, for people who can't see it") private var alt: String?
  @Flag("replace", "Replace the picture with the same name") private var replaces: Bool

  func check() throws {
    guard ItemName.isWellFormed(picture.name) else {
      throw Failure(
        "pictures.name-malformed", .usage, "'\(picture.name)' can't be a picture's name: \(ItemName.remedy())")
    }
  }

  func run(in context: Context) throws -> Document {
    let file = try LensFile.given(
      path, most: PictureOperation.limits.fileBytes, toldBy: $path.label.description, in: context.face)
    guard let encoded = EncodedPicture(try context.lens.look(PictureOperation.name, at: file)) else {
      throw LensError.unreadable
    }
    let (name, now) = (picture.name, context.clock.now())
    let added = try context.change("pictures.add", subject: "\(name) \(encoded.large.digest)") { connection, _ in
      try PictureStore(connection).put(name, alt: alt, encoded, replacing: replaces, at: now)
    }
    var document = added.answer("picture.add/1")
    document.next("`qix card set NAME --picture picture:\(name)`")
    return document
  }
}
