internal import CampaignsContract
internal import CoinsContract
internal import DrawsContract
internal import IdentityContract
internal import QixKernel
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
  /// Nil where no directives are kept.
  var directives: (any DirectiveResolving)?
  /// Nil where nobody can listen.
  var listeners: (any OutboxListening)?
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
    directives = DirectiveCache(policy: policy, campaigns: self.campaigns, types: Set(types.keys))
    listeners = WebhookListeners()
  }

  /// Types that had to be prepared, by campaign and name, with the settings they were made of.
  private var prepared: [String: (settings: ShakeSettings, value: any ShakeType)] = [:]

  /// A need of a shake that has to be met outside of any transaction. Thrown before anything of it is written.
  enum Need: Error {
    case draws, secrets
    case preparation(any PreparedShakeType, ShakeSettings, CampaignID)
  }

  /// A type with a campaign's settings; nil where it must be prepared first.
  func prepared(_ type: any ShakeType.Type, _ settings: ShakeSettings, in campaign: CampaignID) -> (any ShakeType)? {
    guard let kept = prepared["\(campaign)/\(type.name)"], kept.settings == settings else { return nil }
    return kept.value
  }

  mutating func fetch(_ need: Need) throws {
    switch need {
    case .draws: draws = try context.service(Draws.book)
    case .secrets: secrets = try context.service(Secrets.store)
    case .preparation(var type, let settings, let campaign):
      try type.prepare(in: context)
      prepared["\(campaign)/\(Swift.type(of: type).name)"] = (settings, type)
    }
  }
}
