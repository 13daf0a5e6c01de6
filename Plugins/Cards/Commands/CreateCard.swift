internal import QixDefinitions
internal import QixModule

/// `qix card create`
struct CreateCard: Command {
  static let declaration = Declaration(
    "create", "Create a card, as a draft that users don't see.", roles: [.operator],
    discussion: """
      A file and the options can say the same; a file has texts in several languages at once. Everything is checked, \
      and all faults are shown at once.

      A NAME given with --file replaces the name in the file.
      """,
    examples: [
      Example(
        "qix card create autumn --title 'Autumn is here' --text 'Shake while it lasts.' "
          + "--action 'Shake now=campaign/harvest' --tone tint", "from options"),
      Example("qix card create --file data/cards/gold.json", "from a file"),
    ],
    answer: AnswerShape("card.create/1", Card.changed), effect: .changes)

  @Positional("name", .text, "Lower-case letters, digits, '-' and '_'; cannot be changed later") private var name:
    String?
  @Option("file", .file, "The card as JSON (docs/cards.md)") private var path: String?
  private let options = CardOptions()
  private let unlessThere = IfNotExistsFlag()

  func check() throws {
    if path != nil, !options.isEmpty {
      throw UsageError(
        "--file and options that describe the card can't be given together",
        hint: "Create it from the file, then change it with `qix card set`.")
    }
    if path == nil, name == nil {
      throw UsageError("missing NAME", hint: "Give the card's NAME, or its file with --file FILE.")
    }
  }

  func run(in context: Context) throws -> Document {
    let (value, source) = try description(context)
    let existing = {
      guard let name = value.object?[CardKeys.name]?.string else { return nil as Document? }
      return try context.database.read { try CardStore($0).find(name) }?.answer("card.create/1")
    }
    return try unlessThere.answer(existing: existing) { try make(value, source, context) }
  }

  private func make(_ value: JSONValue, _ source: FaultSource, _ context: Context) throws -> Document {
    let service = try CardService(context)
    let now = context.clock.now()
    var ids = IdentifierGenerator(random: context.random)
    let id: CardID = ids.next(at: now)
    return try context.change("cards.create") { connection, change in
      let store = CardStore(connection)
      let card = try service.read(value, id, .draft, from: source)
      try service.requirePicture(of: card, from: source, in: connection)
      guard try store.find(card.name) == nil else {
        var faults = Faults()
        faults.add(
          JSONPointer([CardKeys.name]), "a card with that name already exists",
          "choose another; `qix card show \(card.name)` shows the existing one", .duplicate)
        throw CardError.faulty(faults, in: source)
      }
      try store.insert(card, at: now)
      change.subject = "\(card.name) \(card.id)"
      var document = card.answer("card.create/1")
      try service.warn(of: card, &document, at: now, in: connection)
      document.next("`qix card publish \(card.name)`")
      return document
    }
  }

  private func description(_ context: Context) throws -> (JSONValue, FaultSource) {
    guard let path else {
      var object = JSONObject()
      object[CardKeys.name] = name.map(JSONValue.string)
      try options.put(into: &object)
      return (.object(object), .cardOptions)
    }
    var (value, source) = try DefinitionFile.read(path, context.face)
    if let name, var object = value.object {
      object[CardKeys.name] = .string(name)
      value = .object(object)
    }
    return (value, source)
  }
}
