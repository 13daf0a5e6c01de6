package import QixModule

/// A link to the user's own wallet.
extension CoinsModule: LinkProviding {
  package static let links = [LinkKind(page: "wallet", .keyed("coins.link", "your wallet"))]
}
