internal import CampaignsContract
internal import CoinsContract
internal import DrawsContract
internal import IdentityContract
internal import QixShake
internal import ShakesContract
internal import VaultContract

/// The tools of a pipeline, made once and outside of any transaction.
struct PipelineTools: Sendable {
  let context: Context
  var types: [String: any ShakeType.Type]
  var observers: [any ShakeObserving.Type]
  let ledger: any CoinLedger
  var campaigns: any CampaignDirectory
  let policy: any ModePolicy
  let conditions: UserConditions
  var multipliers: [String: any AwardMultiplying.Type]
  let gifts: Gifts
  /// Those who give gifts, by kind: opened when a campaign first gives any, which may take the vault.
  var givers: [String: any GiftGiving] = [:]
  /// The kinds of links into the app.
  let links: Links
  /// Nil where no directives are kept.
  var directives: (any DirectiveResolving)?
  /// Opened when a campaign first draws, and when one first limits devices: both take the vault.
  var draws: (any DrawBook)?
  var secrets: (any SecretStore)?

  /// - Parameter campaigns: another directory than the program's.
  init(_ context: Context, campaigns: (any CampaignDirectory)? = nil) throws {
    self.context = context
    types = try ShakeTypes.all(of: context.registry)
    observers = context.registry.modules.compactMap { $0 as? any ShakeObserving.Type }
    ledger = try context.service(Coins.ledger)
    self.campaigns = try campaigns ?? context.service(Campaigns.directory)
    policy = try context.service(Users.policy)
    conditions = UserConditions(context.registry)
    multipliers = AwardMultipliers.all(of: context.registry)
    gifts = Gifts(context.registry)
    links = Links(context.registry)
    directives = try context.service(ifProvided: Shakes.directives)
  }

  /// Types that had to be prepared, by campaign and name, with the settings they were made of.
  private var prepared: [String: (settings: ShakeSettings, value: any ShakeType)] = [:]

  /// What a shake takes that has to be fetched outside of any transaction.
  struct Needs: Sendable {
    var draws = false
    var secrets = false
    var givers: [any GiftProviding.Type] = []
    /// A type that has to be prepared, with a campaign's settings.
    var preparation: (type: any PreparedShakeType, settings: ShakeSettings, campaign: CampaignID)?

    var isEmpty: Bool { !draws && !secrets && givers.isEmpty && preparation == nil }
  }

  /// A type with a campaign's settings; nil where it must be prepared first.
  func prepared(_ type: any ShakeType.Type, _ settings: ShakeSettings, in campaign: CampaignID) -> (any ShakeType)? {
    guard let kept = prepared["\(campaign)/\(type.name)"], kept.settings == settings else { return nil }
    return kept.value
  }

  /// The modules of some gifts whose givers aren't open yet.
  func lackingGivers(of wanted: [Award.Gift]) -> [any GiftProviding.Type] {
    wanted.compactMap { gifts.find($0.name)?.module }.filter { givers[$0.giftKind] == nil }
  }

  mutating func fetch(_ needs: Needs) throws {
    if needs.draws { draws = try context.service(Draws.book) }
    if needs.secrets { secrets = try context.service(Secrets.store) }
    for module in needs.givers { givers[module.giftKind] = try module.giver(in: context) }
    guard let preparation = needs.preparation else { return }
    var type = preparation.type
    try type.prepare(in: context)
    prepared["\(preparation.campaign)/\(Swift.type(of: type).name)"] = (preparation.settings, type)
  }
}
