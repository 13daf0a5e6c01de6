internal import DirectivesContract
internal import QixDefinitions
internal import QixModule

/// The card that a command is about.
struct CardNamed {
  @Positional("card", .named(CardID.self), "Its name, or crd_…") var reference: String
}

extension Card {
  /// The fields that every answer about one card begins with.
  static let head: [Field<Card>] = [
    Field("card", .text) { $0.name },
    Field("id", .id) { $0.id }.aside,
    Field("state", .text) { $0.state.name },
  ]

  /// The place of a card, and its first title.
  static let place: [Field<Card>] = [
    Field("page", .integer) { $0.page },
    Field("order", .integer) { $0.order },
    Field("title", .text) { $0.texts.first.title },
  ]

  /// Where, when and for whom.
  static let rules: [Field<Card>] = [
    Field("when", .text) { $0.condition.summary },
    Field("from", .time) { $0.from },
    Field("until", .time) { $0.until },
  ]

  /// What was made or changed. A dry run's id names nothing, so there is none.
  static let changed: [Field<Card>] =
    [
      Field("card", .text) { $0.name },
      Field("state", .text) { $0.state.name },
    ] + place + rules

  /// The answer of a command that has made or changed it.
  func answer(_ schema: String) -> Document {
    var document = Document(schema, Self.changed, of: self)
    document.primary = name
    return document
  }
}
