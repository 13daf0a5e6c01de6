internal import QixDefinitions
internal import QixModule

/// `qix card set`
struct SetCard: Command {
  static let declaration = Declaration(
    "set", "Change a card.", roles: [.operator],
    discussion: """
      Options change their part. 'none' removes it, except for --title, --tone, --page, --order and --zone. A file \
      replaces all of it. What a published card says changes at once.

      --title, --text and --action are in one language: the first that the card has, unless --language names another. \
      The first --action is the first button. Buttons beyond those given stay.
      """,
    examples: [
      Example("qix card set harvest --page 2 --until 2027-12-31", "another page, and an end"),
      Example(
        "qix card set autumn --language it --title 'È autunno' --action 'Agita ora=campaign/harvest'",
        "its texts in one more language"),
      Example("qix card set harvest --condition tier:gold", "only for users of a tier"),
      Example("qix card set harvest --file harvest.json", "all of it, from a file"),
    ],
    answer: AnswerShape("card.set/1", Card.changed), effect: .changes)

  private let card = CardNamed()
  @Option("file", .file, "The card as JSON (docs/cards.md)") private var path: String?
  private let options = CardOptions()

  func check() throws {
    guard (path == nil) != options.isEmpty else {
      throw UsageError(
        path == nil ? "nothing to change was given" : "--file and other options can't be given together",
        hint: "Give options such as --title, or only --file FILE.")
    }
  }

  func run(in context: Context) throws -> Document {
    let service = try CardService(context)
    let now = context.clock.now()
    let file = try path.map { try DefinitionFile.read($0, context.face) }
    return try context.change("cards.set") { connection, change in
      let store = CardStore(connection)
      let before = try store.require(self.card.reference)
      var object = (file?.value ?? before.json).object
      object?[CardKeys.name] = .string(before.name)
      if file == nil { try object.map { try put(into: $0) }.map { object = $0 } }
      let value = object.map(JSONValue.object) ?? file?.value ?? .null
      let source = file?.source ?? .cardOptions
      let card = try service.read(value, before.id, before.state, from: source)
      // A picture that was removed keeps no other part from being changed.
      if card.picture != before.picture { try service.requirePicture(of: card, from: source, in: connection) }
      try store.update(card, from: before)
      change.subject = "\(card.name) \(card.id)"
      var document = card.answer("card.set/1")
      if card == before, !context.isDryRun { document.note("The card was like this already.") }
      try service.warn(of: card, &document, at: now, in: connection)
      return document
    }
  }

  private func put(into object: JSONObject) throws -> JSONObject {
    var object = object
    try options.put(into: &object)
    return object
  }
}
