package import QixKernel
package import QixStorage

/// Marks a raffle's identifier: `rfl_…`.
package enum RaffleTag: IdentifierTag {
  package static let prefix = "rfl"
  package static let place: String? = "draws_raffles.id"
}

package typealias RaffleID = Identifier<RaffleTag>

/// Marks who takes part in a raffle, under a name that leads to the user only with the vault: `ent_…`.
package enum EntrantTag: IdentifierTag {
  package static let prefix = "ent"
}

package typealias EntrantID = Identifier<EntrantTag>

/// Raffles, for modules that sell or give tickets; works inside a transaction of theirs and needs no vault.
package protocol RaffleBook: Sendable {
  /// Enters a user into a raffle that is open. Tickets of several entries add up.
  /// - Parameters:
  ///   - raffle: by its name, or its id (`rfl_…`).
  ///   - tickets: 1 to 1,000,000,000.
  ///   - key: the entry's idempotency key, unique in the raffle.
  /// - Returns: whether it is new; false where the same entry was made before under this key.
  /// - Throws: `RaffleError.notFound`; `draws.raffle-frozen`, `.key-conflict`, `.key-malformed`, `.tickets`; errors of
  ///   `ModePolicy` for a user who may not act.
  func enter(_ raffle: String, user: UserID, tickets: Int64, key: String, in connection: Connection) throws -> Bool

  /// Whether users can enter a raffle at this moment; nil where there is none of that name or id.
  func isOpen(_ raffle: String, in connection: Connection) throws -> Bool?
}
