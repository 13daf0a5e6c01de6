internal import CampaignsContract
internal import IdentityContract
internal import QixShake
internal import ShakesContract

/// What a shake would be, without one.
struct ShakeOutlook {
  /// The campaign and the type; nil where there is none, or several could be meant.
  var meant: ShakeChoice?
  /// The directive that says so.
  var directive: String?
  /// Why there is nothing to win now; nil where a shake can be tried.
  var refusal: Refusal?
  /// All that could be meant, if it isn't clear.
  var choices: [ShakeChoice] = []

  /// Returns the outlook with its campaigns in a language.
  func said(in language: Language?) -> ShakeOutlook {
    var said = self
    said.meant = meant?.said(in: language)
    said.choices = choices.map { $0.said(in: language) }
    return said
  }
}

extension Pipeline {
  /// Finds out what a shake of a user would be at a time. It only reads, so no transaction has to begin for it.
  ///
  /// It leaves to the shake what only a shake can tell: whether it comes too soon, from a shared device, with good
  /// evidence.
  /// - Throws: for an unknown user, and a link to a campaign that isn't there.
  func outlook(for request: ShakeRequest, at time: Timestamp) throws -> ShakeOutlook {
    try Self.check(request)
    guard let person = try person(request.user) else { throw UserError.notFound("\(request.user)") }
    try tools.directives?.prepare(in: connection)
    do {
      let meant = try meant(request, person.user, at: time)
      // Its campaign is the one that the refused shake would be recorded with, and no chance.
      if let refusal = meant.refusal { return ShakeOutlook(directive: meant.directive, refusal: refusal) }
      return ShakeOutlook(
        meant: ShakeChoice(campaign: meant.campaign.campaign, type: meant.type.name), directive: meant.directive,
        refusal: try refusal(of: person, in: meant.campaign, at: time))
    } catch ShakesError.forbidden(let refusal) {
      return ShakeOutlook(refusal: refusal)
    } catch ShakesError.unclear {
      let open = try campaigns(for: request, at: time).filter { try isInvited(person.user, to: $0.campaign) }
      let choices = open.flatMap(\.choices)
      guard choices.count < 2 else { return ShakeOutlook(refusal: Self.severalHere, choices: choices) }
      guard let only = choices.first, let kept = open.first(where: { $0.campaign.id == only.campaign.id }) else {
        return ShakeOutlook(refusal: Self.nothingHere)
      }
      return ShakeOutlook(meant: only, refusal: try refusal(of: person, in: kept, at: time))
    } catch ShakesError.nothingRuns, ShakesError.nowhere {
      return ShakeOutlook(refusal: Self.nothingHere)
    }
  }

  private static let nothingHere = Refusal("shakes.nothing-here", "there is nothing to shake for at the moment")
  private static let severalHere = Refusal(
    "shakes.several-here", "you can shake for several campaigns", hint: "Choose one.")

  /// Why a campaign takes no shake of a user now, as far as one read tells.
  private func refusal(of person: Person, in kept: KeptCampaign, at time: Timestamp) throws -> Refusal? {
    let campaign = kept.campaign
    if let refusal = try Self.refusal(campaign, at: time) ?? standing(of: person.user) { return refusal }
    if let refusal = try refusal(of: person, by: kept, at: time) { return refusal }
    let place = try counters.find(person.user, in: campaign.id, statements)
    return Allowance(campaign.caps, user: counters[place].tally, all: kept.counts.totals, on: kept.day(at: time))
      .reached?.refusal
  }

  /// The page of a campaign that a link names; nil where there is none, or none for the caller.
  /// - Parameters:
  ///   - user: for whom it is; nil for anybody.
  ///   - isByCustomer: whether a customer or a guest asks.
  ///   - language: that of its title.
  func target(
    of name: String, for user: UserID?, isByCustomer: Bool, language: Language?, at time: Timestamp
  ) throws -> LinkTarget? {
    guard let kept = try cache.find(name, tools, in: connection) else { return nil }
    let campaign = kept.campaign.said(in: language)
    func target(_ refusal: Refusal?) -> LinkTarget {
      LinkTarget(Sentence(text: campaign.title), page: ["shake", campaign.name], refusal: refusal)
    }
    if campaign.state == .draft {
      // What isn't announced yet has no name for customers.
      if isByCustomer { return nil }
      return target(
        Refusal("shakes.not-started", given: "the campaign is a draft, and users find nothing at this link", hint: nil))
    }
    guard let person = try user.flatMap(person) else { return target(Self.refusal(campaign, at: time)) }
    return target(try refusal(of: person, in: kept, at: time))
  }
}
