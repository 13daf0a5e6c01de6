import Foundation
import QixStorage
import QixTesting
import Testing

/// The short form of reliability's first point for shakes: several processes shake for one budget at once, line by line
/// and by files, and some are killed on the way. `QIX_LONG=1` takes fifty; `qix-stress budget` has the longest.
@Suite struct KilledShakeTests {
  private static let budget = 100

  /// One start of the program: a line, or a file of some.
  private struct Job: Sendable {
    let words: [String]
    var input = ""
    let keys: [String]
  }

  /// What was answered to a key.
  private struct Answer: Equatable, Sendable {
    let shake: String
    let isWon: Bool
  }

  @Test(.timeLimit(.minutes(LongForm.isAsked ? 10 : 5))) func aBudgetIsWonExactlyWhoeverIsKilled() throws {
    let seed = Seed(for: "killed shakes")
    let shakers = LongForm.isAsked ? 50 : 8
    try BuiltProgram.initialised { qix, home in
      let jobs = (0..<shakers).map { $0.isMultiple(of: 2) ? Self.files(of: $0) : Self.lines(of: $0) }
      try prepare(qix, users: jobs.joined().flatMap(\.keys))
      let found = try inParallel(shakers) { number in
        var random = SeededGenerator(seed: seed.value &+ UInt64(number))
        return try Self.run(jobs[number], qix, startsKilled: number < 2, &random)
      }
      #expect(found.map(\.killed).reduce(0, +) >= 2)

      let answers = found.map(\.answers).reduce(into: [:]) { $0.merge($1) { first, _ in first } }
      #expect(answers.count == jobs.joined().map(\.keys.count).reduce(0, +), "\(seed)")
      #expect(answers.values.count(where: \.isWon) == Self.budget, "\(seed)")
      try expectRecorded(answers, home, seed)
      try qix.done("coins verify")
      try qix.done("db check")
    }
  }

  /// A broadcast that is on, and a campaign that gives a coin to each of a hundred.
  private func prepare(_ qix: BuiltProgram, users: [String]) throws {
    let today = ISO8601DateFormatter().string(from: Date()).prefix("2027-01-15".count)
    try qix.done("tv schedule add --channel Uno --programme Live --start \(today)T00:00 --length 2d --zone UTC")
    let made = try qix(
      "coins issue --file - --create-users --quiet",
      input: "user,amount\n" + users.map { "\($0),1\n" }.joined())
    try #require(made.exitCode == 0, "\(made.errors)")
    let campaign = """
      {"name": "crowd", "brand": "Acme", "title": "Crowd", "start": "2026-01-01", "end": "2099-12-31",
       "time-zone": "UTC", "shakes": {"tv": {"channels": ["Uno"]}}, "award": {"fixed": 1}}
      """
    try #require(try qix("campaign create --file -", input: campaign).exitCode == 0)
    try qix.done("campaign fund crowd --amount \(Self.budget)")
    try qix.done("campaign start crowd")
  }

  /// Each user shakes once; the key is the user's name.
  private static func lines(of shaker: Int) -> [Job] {
    (0..<(LongForm.isAsked ? 6 : 5)).map { number in
      let user = "line-\(shaker)-\(number)"
      return Job(
        words: [
          "shake", "send", "--json", "--user", user, "--type", "tv", "--campaign", "crowd", "--idempotency-key", user,
        ], keys: [user])
    }
  }

  private static func files(of shaker: Int) -> [Job] {
    (0..<3).map { file in
      let users = (0..<9).map { "file-\(shaker)-\(file)-\($0)" }
      let lines = users.map { #"{"user": "\#($0)", "type": "tv", "campaign": "crowd", "key": "\#($0)"}"# }
      return Job(
        words: ["shake", "send", "--file", "-", "--keep-going", "--results", "-"],
        input: lines.joined(separator: "\n"), keys: users)
    }
  }

  /// Every job is done at last; some are begun before and killed.
  private static func run(
    _ jobs: [Job], _ qix: BuiltProgram, startsKilled: Bool, _ random: inout SeededGenerator
  ) throws -> (answers: [String: Answer], killed: Int) {
    var answers: [String: Answer] = [:]
    var killed = 0
    // Of a whole run, so that kills are spread over all of one.
    var length = 50_000_000.0
    for (number, job) in jobs.enumerated() {
      let isFirst = startsKilled && number == 0
      if isFirst || Int.random(in: 0..<3, using: &random) == 0 {
        let delay = isFirst ? 0 : length * Double.random(in: 0..<1.2, using: &random)
        let cut = try qix.killed(job.words, input: job.input, after: delay)
        if cut.isKilled { killed += 1 }
        for (key, answer) in Self.answers(cut.output, of: job) { answers[key] = answer }
      }
      let begin = DispatchTime.now().uptimeNanoseconds
      let outcome = try qix(job.words, input: job.input, limit: 120)
      length = Double(DispatchTime.now().uptimeNanoseconds - begin)
      #expect([0, 6].contains(outcome.exitCode), "\(outcome.errors)")
      let final = Self.answers(outcome.output, of: job)
      #expect(final.keys.sorted() == job.keys.sorted(), "\(outcome)")
      for (key, answer) in final {
        // What was acknowledged before the kill is what is answered for ever.
        #expect(answers[key] == nil || answers[key] == answer)
        answers[key] = answer
      }
    }
    return (answers, killed)
  }

  /// What was answered in whole lines: of one shake the answer, of a file one line each.
  private static func answers(_ output: String, of job: Job) -> [String: Answer] {
    let texts = job.keys.count == 1 ? [Substring(output)] : output.split(separator: "\n")
    var answers: [String: Answer] = [:]
    for text in texts {
      let object = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
      guard let object, let shake = object["shake"] as? String, let outcome = object["outcome"] as? String else {
        continue
      }
      answers[object["key"] as? String ?? job.keys[0]] = Answer(shake: shake, isWon: outcome == "won")
    }
    return answers
  }

  /// Read past the program: each key once, with the answer that was given; exactly the budget was won.
  private func expectRecorded(_ answers: [String: Answer], _ home: String, _ seed: Seed) throws {
    try TestHome(path: home).unchecked.read { connection in
      let rows = try connection.rows("SELECT key, outcome, coins FROM shakes_shakes") {
        (key: $0.text(0), isWon: $0.integer(1) == 1, coins: $0.integer(2))
      }
      #expect(rows.map(\.key).sorted() == answers.keys.sorted(), "\(seed)")
      #expect(rows.allSatisfy { answers[$0.key]?.isWon == $0.isWon }, "\(seed)")
      #expect(rows.map(\.coins).reduce(0, +) == Self.budget, "\(seed)")
      let left = try connection.first("SELECT posted FROM coins_accounts WHERE name = 'campaign-crowd'") {
        $0.integer(0)
      }
      #expect(left == 0, "\(seed)")
    }
  }
}

extension BuiltProgram {
  /// Starts the program, and kills it after so many nanoseconds where it still runs.
  /// - Returns: what it had printed by then.
  fileprivate func killed(_ words: [String], input: String, after delay: Double) throws
    -> (output: String, isKilled: Bool)
  {
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("qix-kill-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let (source, output) = (scratch.appendingPathComponent("input"), scratch.appendingPathComponent("output"))
    try Data(input.utf8).write(to: source)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Self.path.get())
    process.arguments = words
    process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: source)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    usleep(useconds_t(delay / 1_000))
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let isKilled = process.terminationReason == .uncaughtSignal
    return (String(decoding: try Data(contentsOf: output), as: UTF8.self), isKilled)
  }
}
