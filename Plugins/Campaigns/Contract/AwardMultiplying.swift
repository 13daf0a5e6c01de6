package import QixKernel
package import QixStorage

/// The multipliers of all modules in force, by the name that campaigns call them.
package enum AwardMultipliers {
  package static func all(of registry: Registry) -> [String: any AwardMultiplying.Type] {
    var all: [String: any AwardMultiplying.Type] = [:]
    for case let module as any AwardMultiplying.Type in registry.modules { all[module.multiplier] = module }
    return all
  }

  /// The multiplier that reaches campaigns which name none; nil where each is paid as it is. Of several, the first by
  /// name.
  package static func everywhere(
    among all: [String: any AwardMultiplying.Type], in connection: Connection
  ) throws -> (any AwardMultiplying.Type)? {
    try all.sorted { $0.key < $1.key }.first { try $0.value.reachesEveryCampaign(in: connection) }?.value
  }
}

/// A module that has campaigns pay some users more: by their tier.
package protocol AwardMultiplying: Module {
  /// The name in campaigns: `tier`. Lower-case letters and '-'.
  static var multiplier: String { get }

  /// Whether it multiplies the awards of campaigns that name no multiplier, too.
  static func reachesEveryCampaign(in connection: Connection) throws -> Bool

  /// By how much what a user wins is multiplied at that moment, in hundredths: 100 for as it is, 150 for half as much
  /// again; 100 or more. What comes of it is rounded down to whole coins; caps and the budget hold for the product.
  static func hundredths(
    for user: UserID, at time: Timestamp, in connection: Connection, context: Context
  ) throws -> Int64
}

extension AwardMultiplying {
  package static func reachesEveryCampaign(in connection: Connection) throws -> Bool { false }
}

/// The factor of a user's award.
package struct AwardFactor: Sendable, Equatable {
  /// 100 for as it is; 100 or more.
  package let hundredths: Int64

  /// - Parameter hundredths: 100 or more.
  package init(hundredths: Int64) {
    precondition(hundredths >= 100, "an award would be cut by its factor")
    self.hundredths = hundredths
  }

  /// The product, rounded down to whole coins; what is beyond Int64 is cut off at its end.
  /// - Parameter coins: 0 or more.
  package func applied(to coins: Int64) -> Int64 {
    let product = coins.multipliedFullWidth(by: hundredths)
    // The quotient is 2^63 or more from there on.
    guard product.high < 50 else { return .max }
    return Int64(100).dividingFullWidth(product).quotient
  }

  /// `1.5`.
  package var text: String { Self.text(hundredths) }

  /// `1.5` of 150.
  package static func text(_ hundredths: Int64) -> String {
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
