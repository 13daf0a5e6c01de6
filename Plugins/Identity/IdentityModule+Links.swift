package import QixModule

/// A link to the user's own account.
extension IdentityModule: LinkProviding {
  package static let links = [LinkKind(page: "me", .keyed("identity.link", "your account"))]
}
