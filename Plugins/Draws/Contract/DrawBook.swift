package import QixKernel
package import QixShake
package import QixStorage

/// Marks a draw window's identifier: `drw_…`.
package enum DrawWindowTag: IdentifierTag {
  package static let prefix = "drw"
  package static let place: String? = "draws_windows.id"
}

package typealias DrawWindowID = Identifier<DrawWindowTag>

/// A number that was drawn, and by which window's secret it can be checked.
package struct DrawnNumber: Sendable, Equatable {
  /// The number, from 0 to below the bound, each equally likely.
  package let value: UInt64
  /// 1 or more.
  package let bound: UInt64
  package let window: DrawWindowID

  package init(value: UInt64, bound: UInt64, window: DrawWindowID) {
    self.value = value
    self.bound = bound
    self.window = window
  }
}

/// Draws that anyone can check afterwards (docs/draws.md): a window commits to BLAKE2b-256 of its secret before it
/// opens; a shake's number follows from HMAC-SHA-256(secret, campaign ‖ shake) alone; after the window the secret is
/// revealed.
///
/// Making the service opens the vault, where the secrets' key is, so ask for it before a transaction begins. Keep
/// the service where many numbers are drawn: it remembers windows and their secrets.
package protocol DrawBook: Sendable {
  /// Commits to windows of a campaign, one after another without a gap, from its start to its end. Those that are there
  /// already stay; a repeat changes nothing.
  ///
  /// A commitment to what has begun already would be worth nothing, so what lies before this moment is left out: the
  /// first window opens now where the campaign began earlier.
  /// - Parameter length: of each window, in the campaign's time zone; nil for one window of the whole period.
  /// - Throws: `DrawError.emptyPeriod`, `.badLength`, `.noCampaign`; `draws.too-many-windows`.
  func commit(
    _ campaign: CampaignID, from start: Timestamp, to end: Timestamp, length: Period?, in connection: Connection
  ) throws

  /// Draws a shake's number in the window that is open at that moment.
  ///
  /// A shake, a bound and a window always give the same number. Fit for many thousands a second: a window is looked up
  /// once in each transaction, its secret is remembered.
  /// - Parameter bound: 1 to 2⁶³.
  /// - Throws: `draws.no-window` if none was committed to for that moment; `draws.revealed` if its secret is public
  ///   already; `draws.commitment-broken` if the secret isn't the one that was committed to; `draws.bound`.
  func number(
    below bound: UInt64, for shake: ShakeID, of campaign: CampaignID, at: Timestamp, in connection: Connection
  ) throws -> DrawnNumber
}

package enum Draws {
  package static let book = ServiceKey<any DrawBook>("draws.book")
  package static let raffles = ServiceKey<any RaffleBook>("draws.raffles")
  package static let record = ServiceKey<any DrawRecord>("shakes.draws")
}
