package import QixKernel
package import QixShake
package import QixStorage

/// A draw that a shake made.
package struct RecordedDraw: Sendable, Equatable {
  package let shake: ShakeID
  package let campaign: CampaignID
  package let bound: UInt64
  package let value: UInt64
  /// Coins that were won by it; 0 for none.
  package let coins: Int64

  package init(shake: ShakeID, campaign: CampaignID, bound: UInt64, value: UInt64, coins: Int64) {
    self.shake = shake
    self.campaign = campaign
    self.bound = bound
    self.value = value
    self.coins = coins
  }
}

/// The draws that were made, so that they can be checked and counted when a window is revealed. The module that runs
/// shakes provides it. What was once recorded stays as it is.
package protocol DrawRecord: Sendable {
  /// Hands over every draw of a window by the shake's id ascending, until `body` returns false; in constant memory.
  func forEachDraw(
    of window: DrawWindowID, in connection: Connection, _ body: (RecordedDraw) throws -> Bool
  ) throws

  /// The draw of a shake in a window, and whose shake it was; nil where it has made none there.
  func draw(
    of shake: ShakeID, in window: DrawWindowID, _ connection: Connection
  ) throws -> (draw: RecordedDraw, user: UserID)?
}
