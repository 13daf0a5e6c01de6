internal import QixModule

/// `qix picture remove`
struct RemovePicture: Command {
  static let declaration = Declaration(
    "remove", "Remove a picture for good.", roles: [.operator],
    discussion: """
      What names it is shown without a picture; `qix doctor` lists it. Browsers that have the picture may go on \
      showing it.
      """,
    examples: [Example("qix picture remove mug --reason 'the mug is gone'", "the server no longer serves it")],
    answer: AnswerShape("picture.remove/1", BrandPicture.fields), effect: .changes)

  private let picture = PictureNamed()

  func run(in context: Context) throws -> Document {
    try context.change("pictures.remove", subject: picture.name) { connection, _ in
      let store = PictureStore(connection)
      let found = try store.require(picture.name)
      try store.remove(found)
      return found.answer("picture.remove/1")
    }
  }
}
