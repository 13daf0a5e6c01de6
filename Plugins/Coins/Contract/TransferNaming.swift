package import QixKernel
package import QixStorage

/// What a transfer was for.
package struct TransferPurpose: Sendable, Equatable {
  /// The id of a shake, a redemption and the like, where there is one.
  package let subject: String?
  /// What its user knows it by, such as a campaign's title.
  package let title: String

  package init(subject: String?, title: String) { (self.subject, self.title) = (subject, title) }
}

/// A module that moves coins, and knows what for.
package protocol TransferNaming: Module {
  /// Looks by an index.
  /// - Parameter key: the key under which a transfer was posted.
  /// - Returns: nil where the key isn't the module's own.
  static func purpose(of key: String, in connection: Connection, context: Context) throws -> TransferPurpose?
}
