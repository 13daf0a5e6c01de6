internal import Access
internal import Coins
internal import Identity
internal import Messages
package import QixKernel
internal import Upkeep
internal import Vault

/// The features of qix. A new one is a folder of `Plugins/` and a line here.
package enum Catalog {
  package static let modules: [any Module.Type] = [
    UpkeepModule.self,
    VaultModule.self,
    MessagesModule.self,
    IdentityModule.self,
    CoinsModule.self,
    AccessModule.self,
  ]
}
