internal import QixModule

/// Badge and user of the commands that give a badge by hand and take it away.
struct Holding {
  private let badge = BadgeNamed()
  @Option("user", .user, "usr_… or external id") private var reference: String

  static let fields: [Field<(badge: String, user: UserID, changed: Bool)>] = [
    Field("badge", .text) { $0.badge },
    Field("user", .id) { $0.user },
    Field("changed", .boolean) { $0.changed },
  ]

  /// - Parameter act: returns whether anything changed.
  func change(
    _ action: String, in context: Context, _ act: (BadgeStore, BadgeStore.Kept, UserID) throws -> Bool
  ) throws -> Document {
    let (user, changed) = try context.change("badges.\(action)") { connection, change in
      let store = BadgeStore(connection)
      let kept = try store.require(badge.name)
      let user = try BadgeNamed.find(reference, context, in: connection)
      change.subject = "\(badge.name): \(user)"
      return (user, try act(store, kept, user))
    }
    var document = Document("badge.\(action)/1", Self.fields, of: (badge: badge.name, user: user, changed: changed))
    document.primary = badge.name
    return document
  }
}
