package import QixKernel
package import QixShake
package import QixStorage

/// A module whose things campaigns give as prizes in place of coins.
package protocol GiftProviding: Module {
  /// The word before the colon in `voucher:coffee`, the module's for ever. Lower-case letters.
  static var giftKind: String { get }

  /// Says why campaigns can't give the thing of that name as things are now; nil where they can.
  static func problem(withGift name: String, in connection: Connection) throws -> String?

  /// What it is now; nil where there is none of that name.
  static func terms(
    ofGift name: String, at time: Timestamp, in connection: Connection, context: Context
  ) throws -> GiftTerms?

  /// Opens what giving takes, such as the vault: outside of any transaction.
  static func giver(in context: Context) throws -> any GiftGiving
}

/// A thing that campaigns give.
package struct GiftTerms: Sendable, Equatable {
  /// What users call it.
  package let title: String
  /// The coins that giving one takes out of the campaign's budget now.
  package let coins: Int64
  /// How many can still be given; nil for as many as are wanted.
  package let left: Int64?

  package init(title: String, coins: Int64 = 0, left: Int64? = nil) {
    (self.title, self.coins, self.left) = (title, coins, left)
  }
}

/// What was given.
package struct GivenGift: Sendable, Equatable {
  /// The id of what the user has now, such as `vch_…`; nil for what has none.
  package let id: String?
  /// The coins that the campaign's budget has paid for it.
  package let coins: Int64

  package init(_ id: String?, coins: Int64 = 0) { (self.id, self.coins) = (id, coins) }
}

/// Gives a module's things to users who have won them.
package protocol GiftGiving: Sendable {
  /// Gives one, inside a write transaction of the caller's, who takes back what was written where this throws.
  /// - Throws: `Diagnosable` errors of the category `.refused` for a user who can't have it, and where none is left.
  func give(_ name: String, for win: GiftWin, in connection: Connection) throws -> GivenGift
}

/// A win of a gift.
package struct GiftWin: Sendable {
  package let shake: ShakeID
  package let user: UserID
  package let at: Timestamp
  /// The account that pays what it costs: the campaign's budget, by its name in the ledger.
  package let budget: String

  package init(shake: ShakeID, user: UserID, at: Timestamp, budget: String) {
    (self.shake, self.user, self.at, self.budget) = (shake, user, at, budget)
  }
}

/// The gifts of all modules in force.
package struct Gifts: Sendable {
  /// By kind.
  private let kinds: [String: any GiftProviding.Type]

  package init(_ registry: Registry) {
    var kinds: [String: any GiftProviding.Type] = [:]
    for case let module as any GiftProviding.Type in registry.modules { kinds[module.giftKind] = module }
    self.kinds = kinds
  }

  /// The module and the name of `voucher:coffee`; nil where no enabled module has that kind.
  package func find(_ gift: String) -> (module: any GiftProviding.Type, name: String)? {
    guard let (kind, name) = Self.parts(of: gift), let module = kinds[kind] else { return nil }
    return (module, name)
  }

  /// Says what is wrong with a gift as it is written; nil where nothing is.
  package func problem(with gift: String, in connection: Connection) throws -> String? {
    guard let found = find(gift) else {
      let known = kinds.keys.sorted().map { "\($0):NAME" }.joined(separator: ", ")
      return known.isEmpty
        ? "there is no prize '\(gift)': no enabled module has any" : "there is no prize '\(gift)'; there are \(known)"
    }
    return try found.module.problem(withGift: found.name, in: connection)
  }

  /// What a gift is now; nil where nothing is there any more.
  package func terms(
    of gift: String, at time: Timestamp, in connection: Connection, context: Context
  ) throws -> GiftTerms? {
    try find(gift).flatMap { try $0.module.terms(ofGift: $0.name, at: time, in: connection, context: context) }
  }

  private static func parts(of gift: String) -> (kind: String, name: String)? {
    guard let colon = gift.firstIndex(of: ":") else { return nil }
    return (String(gift[..<colon]), String(gift[gift.index(after: colon)...]))
  }
}
