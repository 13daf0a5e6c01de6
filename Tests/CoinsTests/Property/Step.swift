import CoinsContract
import QixKernel
import QixTesting

/// A step of a random run. It names things by chance numbers that fit whatever came before, so that a run that fails
/// still makes sense when steps are left out of it.
enum Step {
  /// A block at one of the tills.
  case block(till: Int, [Action], Ending)
  /// The clock moves by so many microseconds, back when negative.
  case clock(Int64)
  /// A till's ledger is thrown away.
  case reopen(till: Int)

  enum Ending { case commits, dryRun, fails }
}

enum Action {
  case one(Draft)
  case group([Draft])
  /// - Parameter after: microseconds from now.
  case sweep(after: Int64, limit: Int)
  case merge(AccountReference, into: AccountReference)
}

/// A request before it is known what there is to refer to.
struct Draft {
  let kind: TransferKind
  let from: AccountReference
  let to: AccountReference
  let amount: Amount
  /// Which transfer of a fitting kind, and which of all when `isStray`.
  let pick: Int
  let isStray: Bool
  let expires: Expiry?
  /// Microseconds from now.
  let at: Int64?
  let reason: String?
  let metadata: String?
  let key: String?
  /// Says an earlier request again, word for word.
  let repeats: Bool

  enum Amount {
    case exactly(Int64)
    /// What is available and so many more.
    case available(Int64)
    /// All that is left of what is captured or reversed.
    case rest
  }
}

/// Makes steps at random.
struct StepGenerator {
  var random: SeededGenerator
  /// When the run begins: expiries fall on a few days after it, so that many are equal.
  let start: Timestamp
  /// Whether the clock only goes forward and nothing is dated ahead: then sums by the moments of things hold too.
  var isOrderly = false

  static let users: [AccountReference] = (1...5).map { .user($0) }
  static let budgets = ["spring", "summer"]

  /// Everybody has something to begin with; from there on it is chance.
  mutating func steps(_ count: Int) -> [Step] {
    let budgets = Self.budgets.map { draft(.fund, to: .budget($0)) }
    // Small lots, so that most debits take from several.
    let users = (0..<4).flatMap { _ in
      Self.users.map { user in draft(.issue, to: user, amount: .exactly(Int64.random(in: 1...20, using: &random))) }
    }
    // In half of the runs some lots are another's from the beginning, so that much is drawn across merges.
    let merges: [Action] = one(in: 2) ? [.merge(.user(5), into: .user(4))] : []
    let more: [Action] = !merges.isEmpty && one(in: 2) ? [.merge(.user(4), into: .user(3))] : []
    return [.block(till: 0, (budgets + users).map(Action.one) + merges + more, .commits)]
      + (0..<count).map { _ in step() }
  }

  private mutating func step() -> Step {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<3:
      let distance = pick([0, 1, 1_000_000, Self.hour, Timestamp.day, 40 * Timestamp.day, -Self.hour, -Timestamp.day])
      return .clock(isOrderly ? abs(distance) : distance)
    case 3: return .reopen(till: Int.random(in: 0..<2, using: &random))
    default:
      let actions = (0..<Int.random(in: 1...5, using: &random)).map { _ in action() }
      let ending: Step.Ending = one(in: 12) ? .dryRun : one(in: 12) ? .fails : .commits
      return .block(till: one(in: 4) ? 1 : 0, actions, ending)
    }
  }

  private mutating func action() -> Action {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: .sweep(after: pick([0, 0, 0, -Self.hour, Timestamp.day]), limit: pick([1, 2, 100]))
    case 1 where one(in: 3): .merge(pick(Self.users), into: pick(Self.users))
    case 1..<4: .group((0..<Int.random(in: 1...4, using: &random)).map { _ in draft() })
    default: .one(draft())
    }
  }

  private mutating func draft() -> Draft {
    let kind = pick(
      [
        .issue, .issue, .import, .fund, .transfer, .transfer, .transfer, .redeem, .redeem, .hold, .hold, .hold, .hold,
        .capture, .capture, .capture, .void, .reverse, .reverse, .reverse, .reverse,
      ] as [TransferKind])
    let (from, to) = accounts(for: kind)
    return draft(kind, from: from, to: to, amount: amount(), isUsual: false)
  }

  private mutating func draft(
    _ kind: TransferKind, from: AccountReference = .issuer, to: AccountReference, amount: Draft.Amount = .exactly(100),
    isUsual: Bool = true
  ) -> Draft {
    Draft(
      kind: !isUsual && one(in: 40) ? .expire : kind, from: from, to: to, amount: amount,
      pick: Int.random(in: 0..<1_000, using: &random), isStray: one(in: 20), expires: expiry(isUsual: isUsual),
      at: !isUsual && one(in: isOrderly ? 2 : 6) ? moment() : nil,
      reason: one(in: 5) ? pick(["", "welcome", "Grüße"]) : nil,
      metadata: one(in: 8) ? pick(["{}", "{\"a\":1}"]) : nil,
      key: !isUsual && one(in: 3) ? key() : nil, repeats: !isUsual && one(in: 10))
  }

  /// Microseconds from now.
  private mutating func moment() -> Int64 {
    isOrderly
      ? -pick([0, 1, Self.hour, Timestamp.day, 3 * Timestamp.day, 41 * Timestamp.day, 90 * Timestamp.day])
      : pick([-Self.hour, -3 * Timestamp.day, Self.hour, 2 * Timestamp.day])
  }

  private mutating func amount() -> Draft.Amount {
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<2: .available(0)
    case 2..<4: .available(pick([1, -1]))
    // Moments could put two such sums side by side, which SQL can't add up.
    case 4 where one(in: 6) && !isOrderly: .exactly(pick([.max, .max - 1, .max / 2]))
    case 4..<10: .rest
    default: .exactly(Int64.random(in: 1...30, using: &random))
    }
  }

  private mutating func expiry(isUsual: Bool) -> Expiry? {
    let day = Timestamp.day
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<3: return nil
    case 3: return .after(pick([Period(months: 1), Period(days: 1), Period(months: 12)]))
    case 4 where !isUsual && one(in: 3): return .at(start.advanced(byMicroseconds: pick([0, -day])))
    default: return .at(start.advanced(byMicroseconds: pick([Self.hour, day, 2 * day, 45 * day, 100 * day])))
    }
  }

  private mutating func key() -> String {
    one(in: 12) ? pick(["", "\u{7}", "\u{85}", "ключ", "merge:usr_1"]) : "k\(Int.random(in: 0..<40, using: &random))"
  }

  private mutating func accounts(for kind: TransferKind) -> (AccountReference, AccountReference) {
    let budgets = ((0..<6).flatMap { _ in Self.budgets } + ["missing"]).map(AccountReference.budget)
    let everybody = Self.users + budgets + [.issuer, .redeemed, .expired]
    guard !one(in: 25) else { return (pick(everybody), pick(everybody)) }
    switch kind {
    case .issue: return (one(in: 3) ? pick(budgets) : .issuer, pick(Self.users))
    case .import: return (.issuer, pick(Self.users))
    case .fund: return (.issuer, pick(budgets))
    case .transfer: return one(in: 4) ? (pick(budgets), pick(budgets)) : (pick(Self.users), pick(Self.users))
    case .redeem: return (pick(Self.users), .redeemed)
    default:
      return one(in: 3)
        ? (pick(budgets), pick(Self.users)) : (pick(Self.users), one(in: 2) ? .redeemed : pick(Self.users))
    }
  }

  private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private static let hour: Int64 = 3_600_000_000
}
