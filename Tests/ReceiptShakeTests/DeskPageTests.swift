import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import ReceiptShake

/// What the desk's pages tell.
@Suite struct DeskPageTests {
  private static let unsure = Paper().with { $0.unsure = ["total"] }

  /// Moments within the sentences of a page are those of its zone, as its other moments are.
  @Test func settlementsAreToldInTheZone() throws {
    try Till.with { till in
      let reply = try till.hand(Self.unsure)
      _ = try till.decide("approve", reply.receipt)
      let steps = try till.home.done("--zone Europe/Rome shake explain \(reply.shake)")
      #expect(steps.contains("+01:00: 1 units") && !steps.contains("Z: 1 units"), "\(steps)")
      // Programs have UTC.
      let json = try till.home.done("--zone Europe/Rome shake explain \(reply.shake) --json")
      #expect(json.contains("Z: 1 units"), "\(json)")
    }
  }
}
