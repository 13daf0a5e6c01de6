package import QixKernel
package import QixStorage

/// A transfer that somebody is about to capture, void or reverse with a command of the ledger's own.
package struct TouchedTransfer: Sendable {
  package let id: TransferID
  package let kind: TransferKind
  package let asset: Asset
  /// The idempotency key under which it was posted.
  package let key: String?
  /// Of a capture: the hold that it has captured.
  package let hold: TransferID?
  /// What is about to be done to it: `.capture`, `.void` or `.reverse`.
  package let action: TransferKind

  package init(
    id: TransferID, kind: TransferKind, asset: Asset, key: String?, hold: TransferID?, action: TransferKind
  ) {
    self.id = id
    self.kind = kind
    self.asset = asset
    self.key = key
    self.hold = hold
    self.action = action
  }
}

/// What a transfer belongs to, and what to do instead of touching it in the ledger alone.
package struct TransferClaim: Sendable, Equatable {
  /// In words that follow "it belongs to": `the redemption rdm_…`.
  package let owner: String
  /// A sentence with the command that does it there.
  package let instead: Sentence

  package init(owner: String, instead: Sentence) {
    self.owner = owner
    self.instead = instead
  }
}

/// A module whose rows would say what isn't so any more, were transfers of its own captured, voided or reversed behind
/// its back.
///
/// It is asked by the commands with which people do that to any transfer (`coins capture`, `void`, `reverse`, `apply`),
/// and by nobody else: what the module does itself, through `CoinLedger`, is its own business. It looks by an index or
/// by the key that it gave, writes nothing, and claims no more than it must: what has no other way has to go this one.
package protocol TransferOwning: Module {
  /// Nil where the transfer isn't the module's, or may be touched all the same.
  static func claim(
    _ transfer: TouchedTransfer, in connection: Connection, context: Context
  ) throws -> TransferClaim?
}

/// Asks the modules in force.
package struct TransferOwners: Sendable {
  private let all: [any TransferOwning.Type]

  package init(_ registry: Registry) { all = registry.modules.compactMap { $0 as? any TransferOwning.Type } }

  /// The first claim that a module makes.
  package func claim(
    _ transfer: TouchedTransfer, in connection: Connection, context: Context
  ) throws -> TransferClaim? {
    for owner in all {
      if let claim = try owner.claim(transfer, in: connection, context: context) { return claim }
    }
    return nil
  }
}
