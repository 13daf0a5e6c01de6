import CoinsContract
import Foundation
import QixCatalog
import QixCommands
import QixFormats
import QixKernel
import QixModule
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Synchronization
import Testing

@testable import Webhooks

/// A receiver of webhooks on this machine that does what a test says.
final class TestReceiver: Sendable {
  private final class Box: Sendable {
    let answers = Mutex<[String]>([])
    let whenAsked = Mutex<(@Sendable (Int) -> Void)?>(nil)
    let count = Mutex(0)
  }

  let server: LocalServer
  private let box: Box

  init() throws {
    let box = Box()
    self.box = box
    server = try LocalServer { _ in
      let number = box.count.withLock {
        $0 += 1
        return $0
      }
      box.whenAsked.withLock { $0 }?(number)
      return box.answers.withLock { $0.isEmpty ? LocalServer.answer("") : $0.removeFirst() }
    }
  }

  /// Answers of these statuses, one after the other; then 200.
  func answer(_ statuses: String...) {
    box.answers.withLock { $0 += statuses.map { LocalServer.answer("no", status: $0) } }
  }

  func answer(raw: String) { box.answers.withLock { $0.append(raw) } }
  func whenAsked(_ body: @escaping @Sendable (Int) -> Void) { box.whenAsked.withLock { $0 = body } }

  /// The bodies that came, in their order.
  var events: [JSONValue] {
    get throws { try server.requests.map { try JSONValue(parsing: $0.body) } }
  }

  /// The shakes that the bodies tell of.
  var shakes: [ShakeID] {
    get throws { try events.compactMap { $0["data"]?["shake"]?.string.flatMap(ShakeID.init) } }
  }

  var ids: [String] { server.requests.compactMap { $0[header: "webhook-id"] } }

  /// Adds it to a home.
  func add(to home: TestHome, _ more: [String] = []) throws -> String {
    let outcome = try home.qix(["webhook", "add", "\(server.url)/qix", "--allow-private", "--quiet"] + more)
    guard outcome.exitCode == 0 else { throw StorageError.file(path: "webhook", problem: outcome.errors) }
    return outcome.output.trimmingCharacters(in: .newlines)
  }
}

extension TestHome {
  func json(_ words: [String]) throws -> JSONValue {
    let outcome = try qix(words + ["--json"])
    try #require(outcome.exitCode == 0, "\(words): \(outcome.errors)")
    return try JSONValue(parsing: outcome.output)
  }

  /// The action of the newest entry of the audit log.
  func lastAction() throws -> String? {
    try database.read { try $0.first("SELECT action FROM qix_audit ORDER BY entry DESC LIMIT 1") { $0.text(0) } }
  }
}

/// Decided shakes as the pipeline leaves them.
enum DecidedShakes {
  static let campaign = CampaignID(high: 0x0190_0000_0000_7000, low: 1 << 63 | 7)

  static func id(_ number: Int64) -> ShakeID { ShakeID(high: 0x0191_0000_0000_7000, low: 1 << 63 | UInt64(number)) }

  /// - Parameter outcomes: 1 won, 2 nothing, 3 refused.
  static func add(_ outcomes: [Int64], in home: TestHome, campaign: CampaignID = campaign) throws {
    try home.database.write(Change("test.shakes")) { connection, _ in
      let first = try keep(outcomes, home, connection, campaign)
      for (place, outcome) in outcomes.enumerated() {
        try connection.tell(
          ["shake.won", "shake.nothing", "shake.refused"][Int(outcome) - 1], of: id(first + Int64(place)),
          user: UserID(high: 0x7000, low: 1 << 63))
      }
    }
  }

  /// - Returns: the number of the first.
  @discardableResult
  static func keep(
    _ outcomes: [Int64], _ home: TestHome, _ connection: Connection, _ campaign: CampaignID = campaign
  ) throws -> Int64 {
    let first = try connection.first("SELECT max(shake) FROM shakes_shakes") { $0.integer(0) + 1 } ?? 1
    for (place, outcome) in outcomes.enumerated() {
      let number = first + Int64(place)
      try connection.run(
        """
        INSERT INTO shakes_shakes (shake, id, campaign, user_id, type, at, outcome, refusal, units, coins, transfer)
        VALUES (?1, ?2, ?3, ?4, 'tv', ?5, ?6, ?7, 1, ?8, ?9)
        """, .integer(number), .id(id(number)), .id(campaign), .id(UserID(high: 0x7000, low: 1 << 63)),
        .time(home.clock.now()), .integer(outcome), .optional(outcome == 3 ? "shakes.cap" : nil),
        .integer(outcome == 1 ? 5 : 0),
        outcome == 1 ? .id(TransferID(high: 0x7000, low: 1 << 63 | UInt64(number))) : .null)
    }
    return first
  }
}
