internal import CampaignsContract
internal import QixCrypto
internal import QixKernel
internal import QixShake
internal import QixStorage

extension Pipeline {
  /// Finds out which campaign and type a shake is for: what the request says; else what a directive says; else the
  /// context; else what alone is running.
  func resolve(_ request: ShakeRequest, _ user: UserID, _ digest: Hash256?, at time: Timestamp) throws -> Passage {
    if let type = request.type, tools.types[type] == nil {
      throw ShakesError.noType(type, known: tools.types.keys.sorted())
    }
    let meant = try meant(request, user, at: time)
    let pending =
      meant.type.hasPending
      ? try Pending.find(user, meant.campaign.campaign.id, meant.type.name, statements) : nil
    let place = try book.find(user, in: meant.campaign.campaign.id, statements)
    var passage = Passage(
      request: request, user: user, at: time, digest: digest, id: pending?.id ?? ids.next(at: time),
      campaign: meant.campaign, type: meant.type, via: meant.via, directive: meant.directive ?? pending?.directive,
      place: place, before: book[place], day: meant.campaign.day(at: time), pending: pending)
    if let pending, pending.until <= time {
      try abandon(pending, of: passage)
      passage = Passage(
        request: request, user: user, at: time, digest: digest, id: ids.next(at: time), campaign: meant.campaign,
        type: meant.type, via: meant.via, directive: meant.directive, place: place, before: book[place],
        day: passage.day)
    }
    return passage
  }

  private typealias Meant = (campaign: KeptCampaign, type: KeptType, via: Passage.Via, directive: String?)

  private func meant(_ request: ShakeRequest, _ user: UserID, at time: Timestamp) throws -> Meant {
    if let name = request.campaign {
      let campaign = try campaign(name)
      if let type = request.type { return (campaign, try campaign.taking(type), .request, nil) }
      if campaign.types.count == 1, let type = campaign.types.first { return (campaign, type, .campaign, nil) }
    }
    if request.type == nil,
      let choice = try tools.directives?.choice(for: request.context, user: user, at: time, in: connection),
      let meant = try meant(by: choice, request, at: time)
    {
      return meant
    }
    if let name = request.campaign {
      let campaign = try campaign(name)
      throw ShakesError.unclear(campaign.types.map { "\($0.name) in \(campaign.campaign.name)" })
    }
    if let link = request.context.link, let meant = try meant(by: link, request.type, at: time) { return meant }
    return try onlyRunning(request.type, at: time)
  }

  /// What a directive says, where it says enough; with a campaign that takes one type, that type.
  private func meant(by choice: DirectiveChoice, _ request: ShakeRequest, at time: Timestamp) throws -> Meant? {
    guard let name = request.campaign ?? choice.campaign else {
      guard let type = choice.type else { return nil }
      let found = try onlyRunning(type, at: time)
      return (found.campaign, found.type, .directive, choice.directive)
    }
    let campaign = try campaign(name)
    if let type = choice.type { return (campaign, try campaign.taking(type), .directive, choice.directive) }
    guard campaign.types.count == 1, let type = campaign.types.first else { return nil }
    return (campaign, type, .directive, choice.directive)
  }

  /// The campaign at the end of `qix://brand/campaign`. Other links are no business of the pipeline's.
  private func meant(by link: String, _ type: String?, at time: Timestamp) throws -> Meant? {
    guard link.hasPrefix("qix://") else { return nil }
    let path = link.dropFirst(6).prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/")
    guard parts.count >= 2, let name = parts.last.map(String.init) else { throw ShakesError.malformedLink }
    let campaign = try campaign(name)
    if let type { return (campaign, try campaign.taking(type), .link, nil) }
    guard campaign.types.count == 1, let only = campaign.types.first else {
      throw ShakesError.unclear(campaign.types.map { "\($0.name) in \(name)" })
    }
    return (campaign, only, .link, nil)
  }

  /// The first running campaign that takes a type; without a type, the only thing that runs.
  private func onlyRunning(_ type: String?, at time: Timestamp) throws -> Meant {
    let running = try shelf.allRunning(tools, in: connection)
    if let type {
      for campaign in running where campaign.takes(at: time) {
        if let found = campaign.type(named: type) { return (campaign, found, .type, nil) }
      }
      throw ShakesError.nowhere(type: type)
    }
    let choices = running.filter { $0.takes(at: time) }
    guard let first = choices.first else { throw ShakesError.nothingRuns }
    guard choices.count == 1, first.types.count == 1, let only = first.types.first else {
      throw ShakesError.unclear(
        choices.flatMap { campaign in campaign.types.map { "\($0.name) in \(campaign.campaign.name)" } })
    }
    return (first, only, .only, nil)
  }

  private func campaign(_ reference: String) throws -> KeptCampaign {
    if let kept = shelf.known(reference) { return kept }
    guard let found = try shelf.find(reference, tools, in: connection) else {
      throw ShakesError.noCampaign(reference)
    }
    return found
  }
}

extension KeptCampaign {
  /// - Throws: `ShakesError.notTaken`.
  func taking(_ name: String) throws -> KeptType {
    guard let type = type(named: name) else {
      throw ShakesError.notTaken(type: name, campaign: campaign.name, takes: types.map(\.name))
    }
    return type
  }
}
