internal import Glibc
internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-stress kill`
struct KillCommand: Trial {
  static let declaration = Declaration(
    "kill", "Kill the program at random moments while it issues, holds, captures, gives back and reverses.",
    roles: .everyone,
    discussion: """
      In each round a batch or a single command is killed after a random time. After each, every key that was \
      acknowledged must be in the ledger exactly once, and qix coins verify and SQLite's integrity_check must find \
      nothing; then the same is run again, and must finish what is missing and repeat nothing.
      """,
    examples: [Example("qix-stress kill --rounds 1000", "as long as it takes")])

  static let shortest = ["--rounds", "3", "--lines", "400"]

  @Option("lines", .integer(in: 1...10_000_000), "Lines of each file", default: "3000") private var lines: Int
  private let options = StressOptions(rounds: 12)

  func run(in context: Context) throws -> Printed {
    try options.run("kill", in: context.face) { subject, numbers in
      var trial = KillTrial(subject: subject, numbers: numbers)
      for round in 0..<options.rounds {
        try trial.batch("issue-\(round)", ["coins", "issue", "--create-users"], file: "csv", grants(round))
        for _ in 0..<8 { try trial.single() }
        try trial.batch("hold-\(round)", ["coins", "apply"], file: "jsonl", holds(round))
        let held = try Answers.read("\(subject.home).hold-\(round).answers")
        try trial.batch("resolve-\(round)", ["coins", "apply"], file: "jsonl", resolutions(of: held, round))
        let resolved = try Answers.read("\(subject.home).resolve-\(round).answers")
        try trial.batch("reverse-\(round)", ["coins", "apply"], file: "jsonl", reversals(of: resolved, round))
        try subject.verify()
      }
      try trial.kills.requireMidway()
      return "\(trial.kills.summary), \(trial.acknowledged) keys acknowledged, all there once"
    }
  }

  private func grants(_ round: Int) -> [String] {
    ["user,amount,key,expires"]
      + (0..<lines).map { "user-\($0 % 500),\(100 + $0 % 7),g-\(round)-\($0),\($0 % 3 == 0 ? "P12M" : "")" }
  }

  private func holds(_ round: Int) -> [String] {
    (0..<lines / 4).map {
      #"{"op":"hold","from":"user-\#($0 % 500)","amount":\#(1 + $0 % 40),"key":"h-\#(round)-\#($0)"}"#
    }
  }

  /// Three of four are captured, every second of them in part, the others given back.
  private func resolutions(of holds: [Answers.Answer], _ round: Int) -> [String] {
    holds.enumerated().map { index, hold in
      let amount = index % 4 == 1 ? #","amount":1"# : ""
      return #"{"op":"\#(index % 4 == 3 ? "void" : "capture")","transfer":"\#(hold.transfer)"\#(amount),"#
        + #""key":"c-\#(round)-\#(index)"}"#
    }
  }

  private func reversals(of captures: [Answers.Answer], _ round: Int) -> [String] {
    captures.enumerated().filter { $0.offset % 4 == 0 }.map { index, capture in
      #"{"op":"reverse","transfer":"\#(capture.transfer)","key":"r-\#(round)-\#(index)"}"#
    }
  }
}

/// Runs that are killed, and what must be true after each.
private struct KillTrial {
  let subject: Subject
  private(set) var kills: Kills
  private(set) var acknowledged = 0
  private var singles = 0

  init(subject: Subject, numbers: SeededNumbers) {
    self.subject = subject
    kills = Kills(in: subject.home, numbers)
  }

  /// Runs a file to its end by the same command line, killing it on the way a few times.
  mutating func batch(_ name: String, _ command: [String], file kind: String, _ content: [String]) throws {
    let path = "\(subject.home).\(name).\(kind)"
    let answers = "\(subject.home).\(name).answers"
    try write(content, to: path)
    let words = subject.words(command + ["--file", path, "--results", answers, "--quiet"])
    for _ in 0..<2 {
      _ = try kills.kill(words, as: command[1])
      // A run that was killed leaves what it had acknowledged under another name.
      for file in [answers, "\(answers).partial"] { try check(try Answers.read(file).map(\.key)) }
    }
    try kills.finish(words, as: command[1])
    let expected = content.count - (kind == "csv" ? 1 : 0)
    let keys = try Answers.read(answers).map(\.key)
    guard keys.count == expected else { throw MeasuringError("\(name): \(keys.count) answers to \(expected) lines") }
    try check(keys)
    unlink(path)
  }

  /// Issues once and kills it, sends it again, and expects one transfer.
  mutating func single() throws {
    singles += 1
    let key = "single-\(singles)"
    let words = subject.words([
      "coins", "issue", "--to", "user-1", "--amount", "3", "--idempotency-key", key, "--quiet",
    ])
    let first = try kills.kill(words, as: "single")
    if first.status == 0 { try check([key]) }
    let again = try kills.finish(words, as: "single")
    guard first.status != 0 || first.output == again.output else {
      throw MeasuringError("key '\(key)' has given two results: \(first.output) and \(again.output)")
    }
    try check([key])
  }

  private mutating func check(_ keys: [String]) throws {
    acknowledged += keys.count
    try subject.requireOnce(keys)
  }
}
