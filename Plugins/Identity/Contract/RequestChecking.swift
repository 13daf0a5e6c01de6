package import QixKernel
package import QixStorage

/// A request for a second person's approval that was neither used nor declined, as modules look at it.
package struct OpenRequest: Sendable {
  /// The operation in words: `merge usr_… into usr_…`.
  package let operation: String
  /// Whom it is about, where it is one user.
  package let user: UserID?
  /// How many coins it is about; 0 for what is about none.
  package let coins: Int64
  package let asked: Timestamp

  package init(_ operation: String, user: UserID?, coins: Int64, asked: Timestamp) {
    (self.operation, self.user, self.coins, self.asked) = (operation, user, coins, asked)
  }

  /// The things of one kind that the operation names.
  package func named<Tag: IdentifierTag>(_: Identifier<Tag>.Type) -> [Identifier<Tag>] {
    operation.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.compactMap { Identifier<Tag>(String($0)) }
  }
}

/// A module whose things are asked about. An approval is for how things stood, so it knows when they don't any more.
package protocol RequestChecking: Module {
  /// - Returns: what has changed since, as a clause, where the request can't go through any more; nil where it fits, or
  ///   is another module's matter.
  static func change(since request: OpenRequest, in connection: Connection, context: Context) throws -> String?
}
