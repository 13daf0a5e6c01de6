import DrawsContract
import QixKernel
import QixShake
import QixStorage
import Synchronization

/// Draws what a test says, else what follows from the shake's id.
final class TestDraws: DrawBook {
  private let next = Mutex<[UInt64]>([])
  static let window = DrawWindowID(high: 0x7000, low: 1)

  func prepare(_ numbers: UInt64...) { next.withLock { $0 = numbers } }

  func commit(
    _ campaign: CampaignID, from start: Timestamp, to end: Timestamp, length: Period?, in connection: Connection
  ) {}

  func number(
    below bound: UInt64, for shake: ShakeID, of campaign: CampaignID, at: Timestamp, in connection: Connection
  ) -> DrawnNumber {
    let prepared = next.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    return DrawnNumber(value: (prepared ?? shake.low) % bound, bound: bound, window: Self.window)
  }
}
