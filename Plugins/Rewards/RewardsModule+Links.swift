package import QixModule

/// Links to the catalogue, and to one reward.
extension RewardsModule: LinkProviding {
  package static let links = [
    LinkKind(page: "rewards", .keyed("rewards.link", "the rewards")),
    LinkKind("reward", argument: "NAME") { name, user, connection, context in
      guard let reward = try RewardStore(connection).find(name) else { return nil }
      func target(_ refusal: Refusal?) -> LinkTarget {
        LinkTarget(
          Sentence(text: reward.said(in: context.face.speaking()).title), page: ["rewards", reward.name],
          refusal: refusal)
      }
      if reward.state == .draft {
        // What isn't published yet has no name for customers.
        if context.principal.isCustomer { return nil }
        return target(
          Refusal(
            "rewards.not-published", given: "the reward is a draft, and users find nothing at this link", hint: nil))
      }
      return target(
        try RewardOffer(context).refusal(of: reward, for: user, at: context.clock.now(), in: connection))
    },
  ]
}
