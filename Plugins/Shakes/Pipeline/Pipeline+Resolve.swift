internal import CampaignsContract
internal import QixCrypto
internal import QixShake
internal import ShakesContract

extension Pipeline {
  /// Looks for what is under way, and for what is counted of the user.
  func resolve(
    _ request: ShakeRequest, _ meant: Meant, _ user: UserID, _ digest: Hash256?, at time: Timestamp
  ) throws -> ResolvedShake {
    let pending =
      meant.type.hasPending
      ? try Pending.find(user, meant.campaign.campaign.id, meant.type.name, statements) : nil
    let place = try counters.find(user, in: meant.campaign.campaign.id, statements)
    func shake(_ pending: Pending?) -> ResolvedShake {
      ResolvedShake(
        request: request, user: user, at: time, digest: digest, id: pending?.id ?? ids.next(at: time),
        campaign: meant.campaign, type: meant.type, via: meant.via, directive: meant.directive ?? pending?.directive,
        place: place, before: counters[place], day: meant.campaign.day(at: time), pending: pending)
    }
    let found = shake(pending)
    guard let pending, pending.until <= time else { return found }
    try abandon(found)
    return shake(nil)
  }

  /// What has to be fetched before several shakes are run in one transaction; empty where each is ready, or says itself
  /// what is wrong with it.
  func needs(of requests: [ShakeRequest], at time: Timestamp) throws -> PipelineTools.Needs {
    for request in requests {
      do {
        try Self.check(request)
        if let key = request.key, try replay(key, digests.digest(of: request), of: request) != nil { continue }
        guard let user = try person(request.user)?.user else { continue }
        let needs = needs(of: request, try meant(request, user, at: time))
        if !needs.isEmpty { return needs }
      } catch let error as any Diagnosable where error.isAboutOne {
        continue
      }
    }
    return PipelineTools.Needs()
  }

  /// What has to be fetched before a shake is run. A vault is opened outside of any transaction, so it is asked before
  /// anything is written, and only where it is needed.
  func needs(of request: ShakeRequest, _ meant: Meant) -> PipelineTools.Needs {
    var needs = PipelineTools.Needs()
    guard meant.refusal == nil else { return needs }
    let campaign = meant.campaign.campaign
    needs.draws = tools.draws == nil && campaign.award.bound != nil
    needs.secrets = tools.secrets == nil && campaign.pace.usersPerDevice != nil && request.context.device != nil
    needs.givers = tools.lackingGivers(of: meant.campaign.gifts)
    if !meant.type.isReady, let value = meant.type.value as? any PreparedShakeType {
      needs.preparation = (value, meant.type.settings, campaign.id)
    }
    return needs
  }

  /// Which campaign and type a shake is for.
  struct Meant {
    let campaign: KeptCampaign
    let type: KeptType
    let via: ResolvedShake.Via
    var directive: String?
    /// The refusal by a directive.
    var refusal: Refusal?
  }

  /// Finds out which campaign and type a shake is for: what the request says; else what a directive says; else the
  /// context; else what alone is running.
  func meant(_ request: ShakeRequest, _ user: UserID, at time: Timestamp) throws -> Meant {
    if let type = request.type, tools.types[type] == nil {
      throw ShakesError.noType(type, known: tools.types.keys.sorted())
    }
    if let name = request.campaign, let type = request.type {
      let campaign = try campaign(name, request)
      return Meant(campaign: campaign, type: try campaign.taking(type), via: .request)
    }
    let choice = try tools.directives?.choice(
      for: request.context, user: user, type: request.type, at: time, in: connection)
    guard let choice else { return try undirected(request, at: time) }
    if let refusal = choice.refusal {
      do {
        var meant = try undirected(request, at: time)
        (meant.directive, meant.refusal) = (choice.directive, refusal)
        return meant
      } catch is ShakesError {
        // There is nothing that the refused shake could be recorded with.
        throw ShakesError.forbidden(refusal)
      }
    }
    return try meant(by: choice, request, at: time) ?? undirected(request, at: time)
  }

  /// Finds the campaign and type by the request, its link or the running campaigns.
  private func undirected(_ request: ShakeRequest, at time: Timestamp) throws -> Meant {
    if let name = request.campaign {
      let campaign = try campaign(name, request)
      guard campaign.types.count == 1, let type = campaign.types.first else {
        throw ShakesError.unclear(campaign.choices.map(\.words))
      }
      return Meant(campaign: campaign, type: type, via: .campaign)
    }
    if let link = request.context.link, let meant = try meant(by: link, request, at: time) { return meant }
    return try onlyRunning(request.type, at: time)
  }

  /// What a directive says, where it says enough; with a campaign that takes one type, that type. One that is about
  /// another campaign than the request is nil.
  private func meant(by choice: DirectiveChoice, _ request: ShakeRequest, at time: Timestamp) throws -> Meant? {
    let wanted = request.type ?? choice.type
    guard let name = choice.campaign else {
      if let name = request.campaign {
        let campaign = try campaign(name, request)
        guard let wanted, let type = campaign.type(named: wanted) else { return nil }
        return Meant(campaign: campaign, type: type, via: .directive, directive: choice.directive)
      }
      guard let wanted else { return nil }
      let found = try onlyRunning(wanted, at: time)
      return Meant(campaign: found.campaign, type: found.type, via: .directive, directive: choice.directive)
    }
    // Which campaign it names the request doesn't, so nothing is told of one that isn't announced.
    guard let directed = try found(name) else { throw ShakesError.noCampaign(name) }
    guard !isHidden(directed, from: request) else { return nil }
    if let asked = request.campaign, try campaign(asked, request) !== directed { return nil }
    if let wanted {
      guard let type = directed.type(named: wanted) else { return nil }
      return Meant(campaign: directed, type: type, via: .directive, directive: choice.directive)
    }
    guard directed.types.count == 1, let type = directed.types.first else { return nil }
    return Meant(campaign: directed, type: type, via: .directive, directive: choice.directive)
  }

  private func meant(by link: String, _ request: ShakeRequest, at time: Timestamp) throws -> Meant? {
    guard let campaign = try linked(link, request) else { return nil }
    if let type = request.type { return Meant(campaign: campaign, type: try campaign.taking(type), via: .link) }
    guard campaign.types.count == 1, let only = campaign.types.first else {
      throw ShakesError.unclear(campaign.choices.map(\.words))
    }
    return Meant(campaign: campaign, type: only, via: .link)
  }

  /// The campaign that a link into the app leads to; nil for links to other things, and for all other texts.
  private func linked(_ text: String, _ request: ShakeRequest) throws -> KeptCampaign? {
    guard ["qix:", "web+qix:"].contains(where: text.lowercased().hasPrefix) else { return nil }
    let link: Link
    do throws(LinkFault) {
      link = try tools.links.link(text, origin: nil)
    } catch .elsewhere {
      return nil
    } catch {
      throw ShakesError.malformedLink
    }
    return link.kind == ShakesModule.campaignLink.name ? try campaign(link.name, request) : nil
  }

  /// All that a request could mean that says neither campaign nor type: the campaign of its link, else those that run.
  func campaigns(for request: ShakeRequest, at time: Timestamp) throws -> [KeptCampaign] {
    if let link = request.context.link, let campaign = try linked(link, request) { return [campaign] }
    return try running(at: time)
  }

  private func running(at time: Timestamp) throws -> [KeptCampaign] {
    try cache.allRunning(tools, in: connection).filter { $0.takes(at: time) }
  }

  /// The first running campaign that takes a type; without a type, the only thing that runs.
  private func onlyRunning(_ type: String?, at time: Timestamp) throws -> Meant {
    let choices = try running(at: time)
    if let type {
      for campaign in choices {
        if let found = campaign.type(named: type) { return Meant(campaign: campaign, type: found, via: .type) }
      }
      throw ShakesError.nowhere(type: type)
    }
    guard let first = choices.first else { throw ShakesError.nothingRuns }
    guard choices.count == 1, first.types.count == 1, let only = first.types.first else {
      throw ShakesError.unclear(choices.flatMap(\.choices).map(\.words))
    }
    return Meant(campaign: first, type: only, via: .only)
  }

  func campaign(_ reference: String, _ request: ShakeRequest) throws -> KeptCampaign {
    guard let found = try found(reference), !isHidden(found, from: request) else {
      throw ShakesError.noCampaign(reference)
    }
    return found
  }

  private func found(_ reference: String) throws -> KeptCampaign? {
    try cache.known(reference) ?? cache.find(reference, tools, in: connection)
  }

  /// What isn't announced yet has no name for customers.
  private func isHidden(_ campaign: KeptCampaign, from request: ShakeRequest) -> Bool {
    campaign.campaign.state == .draft && request.isByCustomer
  }
}

/// A campaign and a type that a shake could be for.
struct ShakeChoice {
  let campaign: Campaign
  let type: String

  var words: String { "\(type) in \(campaign.name)" }

  func said(in language: Language?) -> ShakeChoice { ShakeChoice(campaign: campaign.said(in: language), type: type) }
}

extension KeptCampaign {
  var choices: [ShakeChoice] { types.map { ShakeChoice(campaign: campaign, type: $0.name) } }

  /// - Throws: `ShakesError.notTaken`.
  func taking(_ name: String) throws -> KeptType {
    guard let type = type(named: name) else {
      throw ShakesError.notTaken(type: name, campaign: campaign.name, takes: types.map(\.name))
    }
    return type
  }
}
