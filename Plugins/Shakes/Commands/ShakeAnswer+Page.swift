internal import QixShake

extension ShakeAnswer {
  static let fields: [Field<ShakeFields.Told>] = own + ShakeFields.end.of { $0.answer }

  private static let own: [Field<ShakeFields.Told>] =
    [
      Field(optional: "shake", .id) { $0.hasNames ? $0.answer.shake : nil },
      Field("campaign", .id) { $0.answer.campaign },
      Field("type", .text) { $0.answer.type },
      Field("outcome", .text) { $0.answer.outcome.name },
      Field(optional: "coins", .coins) { $0.answer.coins },
      Field(optional: "transfer", .id) { $0.hasNames ? $0.answer.transfer : nil },
    ] + ShakeFields.gift

  /// How `qix shake send` shows it: all that any type answers. A refusal is an error that comes after it.
  func page(in context: Context) -> Document {
    let hasNames = hasNames(in: context)
    var document = Document("shake.answer/1", Self.own, of: (answer: self, hasNames: hasNames))
    if hasNames { document.primary = "\(shake)" }
    if case .waits(let notice) = outcome {
      document.field("waits", .text(notice.code))
      document.field("message", "because", .text(notice.sentence))
    }
    addEnd(to: &document) { _ in nil }
    if isReplay {
      document.note("The key was used before. This is the first answer; nothing moved now.")
    } else if case .needsMore = outcome {
      document.next("`qix shake send` for the same user and campaign, with what the step needs")
    } else {
      document.next("`qix shake explain \(shake)`")
    }
    return document
  }
}
