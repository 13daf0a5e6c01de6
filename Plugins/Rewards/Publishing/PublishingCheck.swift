internal import CoinsContract
internal import DrawsContract
internal import IdentityContract
internal import PicturesContract
internal import QixModule
internal import VouchersContract

/// Finds what a reward lacks before users can have it, and what a published one has lost since.
struct PublishingCheck {
  private let ledger: any CoinLedger
  private let series: any VoucherCatalogue
  private let raffles: any RaffleBook
  private let pictures: PictureLinks
  private let conditions: UserConditions
  private let context: Context

  /// Needs no vault: that a series is there says nothing of its codes.
  init(_ context: Context) throws {
    self.context = context
    ledger = try context.service(Coins.ledger)
    series = try context.service(Vouchers.catalogue)
    raffles = try context.service(Draws.raffles)
    pictures = try PictureLinks(context)
    conditions = UserConditions(context.registry)
  }

  /// Something that stands between a reward and its users.
  struct Problem: Sendable, Equatable {
    /// A clause without capital letter and full stop.
    let clause: String
    /// The remedy: a sentence.
    let remedy: String

    var words: String { "\(clause). \(remedy)" }
    var sentences: String { words.asSentence }
  }

  func problems(of reward: Reward, at now: Timestamp, in connection: Connection) throws -> [Problem] {
    var problems: [Problem] = []
    if let end = reward.end, end <= now {
      problems.append(
        Problem(
          clause: "its period ended at \(end)",
          remedy: "Give it a later end with `qix reward import FILE --update`, or retire it."))
    }
    let start = max(now, reward.start ?? now)
    if try RewardStore(connection).price(of: reward.id, at: start) == nil {
      problems.append(
        Problem(
          clause: start > now ? "it has no price at \(start), when it begins" : "it has no price",
          remedy: "Give it one with `qix reward price \(reward.name) COINS`."))
    }
    if let standing = try RewardStock(ledger, connection).standing(of: reward), standing.available <= 0 {
      problems.append(
        Problem(
          clause: standing.held > 0 ? "all items on its shelf are held for users" : "its shelf is empty",
          remedy: "Add items with `qix reward stock \(reward.name) --add N`."))
    }
    if let problem = try problem(with: reward.delivery, at: now, in: connection) {
      problems.append(problem)
    } else if let problem = try contradiction(in: reward, connection) {
      problems.append(problem)
    }
    if let problem = try pictures.problem(with: reward.picture, in: connection) {
      problems.append(
        Problem(
          clause: problem.clause,
          remedy: "Add it with `qix picture add`, or name another with `qix reward import FILE --update`."))
    }
    for condition in reward.conditions {
      if let clause = try conditions.problem(with: condition, in: connection, context: context) {
        // A condition of a known kind asks for a missing thing; for any other its module is missing.
        let isJudged = conditions.all.contains { condition.hasPrefix("\($0.name):") }
        problems.append(
          Problem(
            clause: clause,
            remedy: isJudged
              ? "Create it first, or change the condition with `qix reward import FILE --update`."
              : "Enable the module that judges '\(condition)', or change the condition with "
                + "`qix reward import FILE --update`."))
      }
    }
    return problems
  }

  /// The value that users are promised must be the one that the till takes off.
  private func contradiction(in reward: Reward, _ connection: Connection) throws -> Problem? {
    guard case .voucher(let name) = reward.delivery, let promised = reward.value,
      let worth = try series.series(name, in: connection)?.value, worth != promised
    else { return nil }
    return Problem(
      clause: "its value is \(promised), but the vouchers of '\(name)' are worth \(worth)",
      remedy: "Change its value with `qix reward import FILE --update`, or use another series.")
  }

  /// Obstacles between a delivery and its users.
  func problem(
    with delivery: Reward.Delivery, at now: Timestamp, in connection: Connection
  ) throws -> Problem? {
    switch delivery {
    case .goods, .donation: return nil
    case .voucher(let name):
      guard let series = try series.series(name, in: connection) else {
        return Problem(
          clause: "there is no series of vouchers '\(name)'",
          remedy: "Create it with `qix voucher generate` or `qix voucher import`. `qix voucher list` shows all series.")
      }
      if series.isVoid {
        return Problem(
          clause: "the series of vouchers '\(name)' was voided", remedy: "Use another series.")
      }
      if let end = series.end, end <= now {
        return Problem(
          clause: "the vouchers of '\(name)' were good until \(end)", remedy: "Use another series.")
      }
      guard series.left == 0 else { return nil }
      return Problem(
        clause: "all vouchers of '\(name)' have been handed out",
        remedy: "Generate more with `qix voucher generate`, or import more with `qix voucher import`.")
    case .raffle(let name, _):
      switch try raffles.isOpen(name, in: connection) {
      case true?: return nil
      case false?:
        return Problem(
          clause: "the list of the raffle '\(name)' is frozen, so users can no longer enter it",
          remedy: "Name another raffle, or retire the reward.")
      case nil:
        return Problem(
          clause: "there is no raffle '\(name)'", remedy: "Create it with `qix raffle create \(name) --winners N`.")
      }
    }
  }
}
