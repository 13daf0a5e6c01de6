package import QixModule
internal import QixShake

/// Links to shaking in a campaign, and to shaking for what is open now.
extension ShakesModule: LinkProviding {
  static let campaignLink = LinkKind("campaign", argument: "NAME") { name, user, connection, context in
    try context.shakeService().target(
      of: name, for: user, isByCustomer: context.principal.isCustomer, language: context.face.speaking(),
      in: connection)
  }

  package static let links = [campaignLink, LinkKind(page: "shake", .keyed("shakes.link", "shake"))]
}
