package import QixModule
internal import QixShake

/// Links to campaigns, where a user shakes, and to shaking for whatever runs.
extension ShakesModule: LinkProviding {
  static let campaignLink = LinkKind("campaign", argument: "NAME") { name, user, connection, context in
    try Pipeline(connection, PipelineTools(context)).target(of: name, for: user, at: context.clock.now())
  }

  package static let links = [campaignLink, LinkKind(page: "shake", .keyed("shakes.link", "shake"))]
}
