internal import QixModule

/// `qix picture list`
struct ListPictures: Command {
  static let declaration = Declaration(
    "list", "List the brand's own pictures.", roles: [.operator, .integrator, .support, .auditor],
    examples: [
      Example("qix picture list", "the first fifty, by name"),
      Example("qix picture list --json", "with the addresses at which the server serves them"),
    ],
    answer: AnswerShape("picture.list/1", "pictures", rows: BrandPicture.fields))

  private let page = PageOptions("Pictures", after: .text, placeholder: "NAME")

  func run(in context: Context) throws -> Document {
    let found = try context.database.read { try PictureStore($0).page(after: page.after, limit: page.sought) }
    var document = Document("picture.list/1")
    document.page(
      "pictures", BrandPicture.fields, found: found, page,
      none: "There are no pictures. Add one with `qix picture add NAME FILE`.")
    return document
  }
}
