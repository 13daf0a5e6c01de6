package import QixKernel
package import QixStorage

/// A module that has campaigns pay some users more: by their tier.
package protocol AwardMultiplying: Module {
  /// What campaigns call it: `tier`. Lower-case letters and '-'.
  static var multiplier: String { get }

  /// By how much what a user wins is multiplied at that moment, in hundredths: 100 for as it is, 150 for half as much
  /// again; 100 or more. What comes of it is rounded down to whole coins; caps and the budget hold for the product.
  static func hundredths(
    for user: UserID, at time: Timestamp, in connection: Connection, context: Context
  ) throws -> Int64
}
