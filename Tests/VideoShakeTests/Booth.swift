import QixCrypto
import QixKernel
import QixShake
import QixStorage
import QixTesting
import VaultContract

@testable import VideoShake

/// A vault that is always open and keeps the same key.
struct OpenStore: SecretStore {
  func key(_ name: String, of module: String, in connection: Connection) throws -> SecretBytes {
    var bytes = Array(repeating: UInt8(7), count: 32)
    return SecretBytes(wiping: &bytes)
  }

  func keyIfMade(_ name: String, of module: String, in connection: Connection) throws -> SecretBytes? {
    try key(name, of: module, in: connection)
  }

  func secret(service: String, account: String, for module: String, in connection: Connection) throws -> SecretBytes {
    throw VaultError.notFound("item")
  }
}

/// One campaign's Video shake over a home, run as the pipeline runs it: what a refused attempt has written is taken back.
final class Booth {
  struct Refused: Error { let refusal: Refusal }

  let home: TestHome
  let database: Database
  let type: VideoShake
  let campaign = CampaignID(high: 1, low: 2)
  private var ids: IdentifierGenerator

  static let user = UserID(high: 3, low: 4)
  static let other = UserID(high: 3, low: 5)

  /// A video of so many seconds, and what the campaign sets besides its name.
  init(_ home: TestHome, seconds: Int64 = 60, _ settings: JSONObject = JSONObject()) throws {
    self.home = home
    database = home.database
    ids = IdentifierGenerator(random: home.random)
    let video = try home.qix("video add teaser --length PT\(seconds)S")
    precondition(video.exitCode == 0, video.errors)
    type = try Self.type(home, settings)
  }

  static func type(_ home: TestHome, _ settings: JSONObject) throws -> VideoShake {
    var given = settings
    given["video"] = given["video"] ?? "teaser"
    var faults: [(name: String, problem: String)] = []
    let checked = ShakeSettings(given, for: VideoShake.settings, faults: &faults)
    precondition(faults.isEmpty, "\(faults)")
    var type = VideoShake(checked)
    var services = Services()
    services.register(Secrets.store) { _ in OpenStore() }
    var context = Context(clock: home.clock, random: home.random, services: services)
    context.database = home.database
    try type.prepare(in: context)
    return type
  }

  func attempt(_ evidence: JSONObject, by user: UserID = Booth.user, in campaign: CampaignID? = nil) -> Attempt {
    Attempt(
      shake: ids.next(ShakeTag.self, at: home.clock.now()), user: user, campaign: campaign ?? self.campaign,
      at: home.clock.now(), context: ShakeContext(), evidence: Evidence(evidence))
  }

  func verdict(_ evidence: JSONObject, by user: UserID = Booth.user, in campaign: CampaignID? = nil) throws -> Verdict {
    let attempt = attempt(evidence, by: user, in: campaign)
    if let refusal = attempt.evidence.refusal(by: VideoShake.self) { return .refused(refusal) }
    do {
      return try database.write(Change("test.shake")) { connection, _ in
        let verdict = try type.verify(attempt, in: connection)
        if case .refused(let refusal) = verdict { throw Refused(refusal: refusal) }
        return verdict
      }
    } catch let refused as Refused {
      return .refused(refused.refusal)
    }
  }

  func wait(_ seconds: Double) { home.clock.advance(byMicroseconds: Int64(seconds * 1_000_000)) }

  func start(by user: UserID = Booth.user) throws -> Tab { try Tab(self, user) }

  func session() throws -> WatchSession? {
    try database.read { connection in
      try connection.first(
        "SELECT \(WatchSession.columns) FROM videoshake_sessions ORDER BY id DESC LIMIT 1", read: WatchSession.init)
    }
  }
}

/// A player in a session of its own.
final class Tab {
  let booth: Booth
  var user: UserID
  var session: String
  var nonce: String
  var sequence: Int64 = 0
  let step: NextStep

  init(_ booth: Booth, _ user: UserID) throws {
    (self.booth, self.user) = (booth, user)
    guard case .needsMore(let step) = try booth.verdict(["step": "start"], by: user) else {
      throw Booth.Refused(refusal: Refusal("test.not-started", "the session was not started"))
    }
    self.step = step
    session = step.fields["session"]?.string ?? ""
    nonce = step.fields["nonce"]?.string ?? ""
  }

  func message(
    _ step: String, at position: Double? = nil, visible: Bool = true, muted: Bool = false, rate: Double = 1
  ) -> JSONObject {
    var message: JSONObject = ["step": .string(step), "session": .string(session), "nonce": .string(nonce)]
    guard let position else { return message }
    message["sequence"] = .integer(sequence)
    message["position"] = .double(position)
    message["visible"] = .bool(visible)
    message["muted"] = .bool(muted)
    message["rate"] = .double(rate)
    return message
  }

  @discardableResult
  func beat(
    after seconds: Double = 5, at position: Double, visible: Bool = true, muted: Bool = false, rate: Double = 1
  ) throws -> Verdict {
    booth.wait(seconds)
    sequence += 1
    return try booth.verdict(
      message("heartbeat", at: position, visible: visible, muted: muted, rate: rate), by: user)
  }

  /// Plays on honestly.
  @discardableResult
  func play(from start: Double = 0, to end: Double) throws -> [Verdict] {
    var verdicts: [Verdict] = []
    for position in stride(from: start + 5, through: end, by: 5) { verdicts.append(try beat(at: position)) }
    return verdicts
  }

  func answer(_ text: String) throws -> Verdict {
    var message = message("answer")
    message["answer"] = .string(text)
    return try booth.verdict(message, by: user)
  }

  func finish() throws -> Verdict { try booth.verdict(message("finish"), by: user) }
}

extension Verdict {
  /// What it was refused for, or the name of the next step, or `accepted`.
  var word: String {
    switch self {
    case .accepted: "accepted"
    case .refused(let refusal): refusal.code
    case .needsMore(let step): step.name
    case .waits(_, let notice): notice.code
    }
  }

  var fields: JSONObject? {
    switch self {
    case .accepted(let proof): proof.facts
    case .needsMore(let step): step.fields
    case .refused, .waits: nil
    }
  }

  var watched: Double? { fields?["watched_seconds"]?.double }
}
