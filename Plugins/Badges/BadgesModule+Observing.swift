internal import QixCalendar
package import QixShake
package import ShakesContract

extension BadgesModule: ShakeObserving {
  package static func isListening(in connection: Connection) throws -> Bool {
    try !BadgeStore(connection).live().isEmpty
  }

  /// Counts an accepted shake for every badge that it leads to.
  package static func observe(_ event: ShakeEvent, in connection: Connection, context: Context) throws {
    let isWin: Bool
    switch event.answer.outcome {
    case .won, .wonGift: isWin = true
    case .nothing: isWin = false
    case .refused, .needsMore, .waits: return
    }
    let badges = try BadgeStore(connection).live()
    let day = try connection.value(of: timeZone).date(at: event.at).daysSinceEpoch
    let progress = ProgressStore(connection: connection)
    for (number, badge) in badges where badge.counts(event.answer) {
      guard try !BadgeStore(connection).has(event.user, number) else { continue }
      let before = try progress.find(event.user, number)
      guard let after = Progress.after(before, badge.goal, type: event.answer.type, isWin: isWin, on: day) else {
        continue
      }
      if after.count >= badge.goal.number {
        _ = try BadgeStore(connection).award(number, to: event.user, at: event.at, by: event.answer.shake)
      } else {
        try progress.put(after, of: event.user, number)
      }
    }
  }
}

extension Badge {
  /// Whether shakes of that campaign and type lead to it.
  fileprivate func counts(_ answer: ShakeAnswer) -> Bool {
    (campaign.map { $0 == answer.campaign } ?? true) && (type.map { $0 == answer.type } ?? true)
  }
}
