internal import QixShake

extension ShakeAnswer {
  /// How `qix shake send` shows it: all that any type answers. A refusal is an error that comes after it.
  func page(in context: Context) -> Document {
    var document = Document("shake.answer/1")
    let names = hasNames(in: context)
    if names {
      document.primary = "\(shake)"
      document.field("shake", .identifier(shake))
    }
    document.field("campaign", .identifier(campaign))
    document.field("type", .text(type))
    document.field("outcome", .text(outcome.name))
    switch outcome {
    case .won(let coins, let transfer):
      document.field("coins", .coins(coins))
      if names { document.field("transfer", .identifier(transfer)) }
    case .nothing, .refused, .needsMore: break
    case .waits(let notice):
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
