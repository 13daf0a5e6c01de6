import IdentityContract
import QixCommands
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Synchronization
import Testing

@testable import ReadShake

/// A home with a text of 238 words, which take 30 s to read at least, and a questionnaire.
struct Desk {
  let home: TestHome
  let database: Database
  let campaign = CampaignID(high: 7, low: 1)

  /// Two to choose from, a number, a statement and a check, in this order.
  static let questions = """
    Which vitamin does the skin make? {=D ~C ~B ~K}

    // [id:limbs] [tag:points=2]
    How many legs has a bee? {#6 =%50%4..5}

    Honey never goes bad. {TRUE#It does not.#It keeps for ever.}

    // [tag:attention]
    Take the second one. {~one =two ~three}
    """

  static func with(
    _ questions: String = Desk.questions, _ body: (Desk) throws -> Void
  ) throws {
    try TestHome.initialised { home in
      let desk = Desk(home: home, database: home.database)
      let text = "# Bees\n\n" + Array(repeating: "word", count: 237).joined(separator: " ")
      try desk.write { connection in
        _ = try TextStore.add(
          "bees", title: "About bees", body: text, replaces: false, at: home.clock.now(), in: connection)
      }
      try desk.keep(questions)
      try body(desk)
    }
  }

  /// Keeps GIFT or JSON as the next edition.
  func keep(_ questions: String) throws {
    let reading = (questions.hasPrefix("{\"schema") ? QuestionFormat.json : .gift).read(Array(questions.utf8))
    try #require(reading.faults.isEmpty, "\(reading.faults)")
    try write { connection in
      _ = try QuestionnaireStore.add(
        "bees", reading.questions, source: .gift, replaces: true, at: home.clock.now(), in: connection)
    }
  }

  func write<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    try database.write(Change("test.write")) { connection, _ in try body(connection) }
  }

  func type(_ settings: JSONValue = [:]) throws -> ReadShakeType {
    var given = JSONObject()
    (given["text"], given["questionnaire"]) = ("bees", "bees")
    for member in settings.object?.members ?? [] { given[member.key] = member.value }
    var faults: [(name: String, problem: String)] = []
    let checked = ShakeSettings(given, for: ReadShakeType.settings, faults: &faults)
    try #require(faults.isEmpty, "\(faults)")
    var type = ReadShakeType(checked)
    type.prepare(in: Context(clock: home.clock, random: home.random))
    return type
  }

  func user(_ number: UInt64) -> UserID { UserID(high: 1, low: number) }

  func advance(seconds: Int64) { home.clock.advance(byMicroseconds: seconds * 1_000_000) }

  /// One attempt as the pipeline makes it: what a refused one wrote is taken back.
  @discardableResult
  func verify(_ evidence: JSONObject, by user: UserID, _ type: ReadShakeType, campaign: CampaignID? = nil) throws
    -> Verdict
  {
    struct TakenBack: Error { let verdict: Verdict }
    var ids = IdentifierGenerator(random: home.random)
    let attempt = Attempt(
      shake: ids.next(ShakeTag.self, at: home.clock.now()), user: user, campaign: campaign ?? self.campaign,
      at: home.clock.now(), context: ShakeContext(), evidence: Evidence(evidence))
    if let refusal = attempt.evidence.refusal(by: ReadShakeType.self) { return .refused(refusal) }
    do {
      return try write { connection in
        let verdict = try type.verify(attempt, in: connection)
        if case .refused = verdict { throw TakenBack(verdict: verdict) }
        return verdict
      }
    } catch let taken as TakenBack {
      return taken.verdict
    }
  }

  func step(
    _ name: String, _ more: JSONValue = [:], by user: UserID, _ type: ReadShakeType, in campaign: CampaignID? = nil
  ) throws -> Verdict {
    var evidence = JSONObject()
    evidence["step"] = .string(name)
    for member in more.object?.members ?? [] { evidence[member.key] = member.value }
    return try verify(evidence, by: user, type, campaign: campaign)
  }

  /// Answers by keys; those of choices and statements by what they say.
  func answer(_ answers: [String: JSONValue], by user: UserID, _ type: ReadShakeType) throws -> Verdict {
    let reading = try open(by: user, type)
    let values: [JSONValue] = try answers.sorted { $0.key < $1.key }.map { key, value in
      let question = try #require(reading.questions.first { $0.key == key })
      return ["question": .integer(Int64(question.number)), "answer": try question.value(given: value)]
    }
    return try step("answer", ["answers": .array(values)], by: user, type)
  }

  func open(by user: UserID, _ type: ReadShakeType) throws -> ShownReading {
    guard case .needsMore(let next) = try step("open", by: user, type) else { throw ReadShakeError.unknownStep }
    return try ShownReading(next)
  }

  static let right: [String: JSONValue] = ["q1": "D", "limbs": 6, "q3": true, "q4": "two"]

  /// Opens, answers everything, waits and hands in.
  func take(_ answers: [String: JSONValue] = right, by user: UserID, _ type: ReadShakeType) throws -> Verdict {
    _ = try answer(answers, by: user, type)
    advance(seconds: 60)
    return try step("submit", by: user, type)
  }
}

extension Verdict {
  var code: String {
    switch self {
    case .accepted: "accepted"
    case .refused(let refusal): refusal.code
    case .needsMore(let step): step.name
    case .waits(_, let notice): notice.code
    }
  }

  var proof: QixShake.Proof? { if case .accepted(let proof) = self { proof } else { nil } }
  var next: NextStep? { if case .needsMore(let step) = self { step } else { nil } }
}

/// The pipeline as far as a client of the Read shake sees it.
final class SmallRunner: ShakeRunner {
  private let desk: Desk
  private let type: ReadShakeType
  private let answers = Mutex<[String: ShakeAnswer]>([:])
  private let count = Mutex<UInt64>(0)

  init(_ desk: Desk, _ type: ReadShakeType) { (self.desk, self.type) = (desk, type) }

  var shakes: UInt64 { count.withLock { $0 } }

  func run(_ request: ShakeRequest, reason: String?, isDryRun: Bool) throws -> ShakeAnswer {
    let number = count.withLock { count in
      count += 1
      return count
    }
    if let key = request.key, let known = answers.withLock({ $0[key] }) {
      return ShakeAnswer(
        shake: known.shake, campaign: known.campaign, type: known.type, outcome: known.outcome, isReplay: true)
    }
    let outcome: ShakeAnswer.Outcome
    switch try desk.verify(request.evidence.values, by: request.user, type) {
    case .accepted(let proof): outcome = .won(coins: proof.units * 10, transfer: "trf_1")
    case .refused(let refusal): outcome = .refused(refusal)
    case .needsMore(let step): outcome = .needsMore(step)
    case .waits(_, let notice): outcome = .waits(notice)
    }
    let answer = ShakeAnswer(
      shake: ShakeID(high: 3, low: number), campaign: desk.campaign, type: "read", outcome: outcome, isReplay: false)
    if let key = request.key {
      if case .needsMore = outcome { return answer }
      answers.withLock { $0[key] = answer }
    }
    return answer
  }
}
