internal import Glibc
internal import IdentityContract
internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix-stress merge`
struct MergeCommand: Trial {
  static let declaration = Declaration(
    "merge", "Kill the merge of wallets, and captures and reversals after it, at random moments.", roles: .everyone,
    discussion: """
      In each round a user with open lots and holds is merged into another, by a process of its own that is killed after \
      a random time. Then the two must have what they had: merged wholly or not at all. It is run to its end and once \
      more, which must change nothing. A hold of the merged user is captured in part, another given back and a grant of \
      theirs reversed, all killed likewise: each must be done once under its key, and what came free must be in the \
      survivor's wallet, once.
      """,
    examples: [Example("qix-stress merge --rounds 200", "two hundred merges, killed")])

  static let shortest = ["--rounds", "8", "--lots", "100"]

  @Option("lots", .integer(in: 1...1_000_000), "Open lots of each user", default: "1500") private var lots: Int
  private let options = StressOptions(rounds: 12)

  func run(in context: Context) throws -> Printed {
    try options.run("merge", in: context.face) { subject, numbers in
      var trial = MergeTrial(subject: subject, numbers: numbers, lots: lots)
      for round in 0..<options.rounds { try trial.run(round) }
      try subject.verify()
      try trial.kills.requireMidway()
      return "\(trial.kills.summary), \(options.rounds) merges whole and done once"
    }
  }
}

/// `qix-stress merge-step`
struct MergeStep: StandaloneCommand {
  static let declaration = Declaration(
    "merge-step", "Merge one wallet into another: what `merge` starts and kills.", roles: .everyone,
    examples: [Example("qix-stress merge-step --of /tmp/home --from ada --into bob", "one merge")])

  @Option("of", .directory, "The home") private var home: String
  @Option("from", .text, "External id of the user who is merged") private var from: String
  @Option("into", .text, "External id of the survivor") private var into: String

  func run(in context: Context) throws -> Printed {
    let merging = Merging(Subject(program: "", home: home))
    try merging.merge(try merging.user(from), into: try merging.user(into))
    return Printed()
  }
}

private struct MergeTrial {
  let subject: Subject
  let lots: Int
  private(set) var kills: Kills

  init(subject: Subject, numbers: SeededNumbers, lots: Int) {
    (self.subject, self.lots) = (subject, lots)
    kills = Kills(in: subject.home, numbers)
  }

  mutating func run(_ round: Int) throws {
    let (from, to) = ("from-\(round)", "to-\(round)")
    let holds = try prepare(from, to, round)
    let (user, survivor) = (try Merging(subject).user(from), try Merging(subject).user(to))
    let before = try coins(user, survivor)
    let key = "merge:\(user):\(survivor)"
    let step = ["/proc/self/exe", "merge-step", "--of", subject.home, "--from", from, "--into", to]

    _ = try kills.kill(step, as: "merge")
    guard try coins(user, survivor) == before else { throw MeasuringError("\(key): coins were lost or made") }
    let moved = try subject.count("SELECT count(*) FROM coins_transfers WHERE key = '\(key)'")
    let isMarked = try subject.count("SELECT count(*) FROM coins_accounts WHERE merged_into IS NOT NULL") - Int64(round)
    guard moved == isMarked, moved <= 1 else { throw MeasuringError("\(key): half a merge") }
    try kills.finish(step, as: "merge")
    let transfers = try subject.count("SELECT count(*) FROM coins_transfers")
    try kills.finish(step, as: "merge")
    guard try subject.count("SELECT count(*) FROM coins_transfers") == transfers else {
      throw MeasuringError("\(key): a repeat has moved something")
    }
    guard try coins(user, survivor) == before else { throw MeasuringError("\(key): coins were lost or made") }

    // 100 were held twice; 30 are captured, a grant of 7 goes back.
    let works = [
      ("capture", [holds[0], "--amount", "30"]), ("void", [holds[1]]), ("reverse", [holds[2]]),
    ]
    for (verb, arguments) in works {
      let words = subject.words(
        ["coins", verb] + arguments + ["--idempotency-key", "\(verb)-\(round)", "--quiet"])
      _ = try kills.kill(words, as: verb)
      let done = try kills.finish(words, as: verb)
      let id = done.output.split(separator: "\n").joined()
      try subject.requireOnce(["\(verb)-\(round)"] + (verb == "reverse" ? [] : ["\(key):\(id)"]))
    }
    guard try coins(user, survivor) == before - 30 - 7 else { throw MeasuringError("\(key): the coins don't add up") }
    guard try subject.count("SELECT count(*) FROM coins_accounts WHERE merged_into IS NOT NULL AND posted <> 0") == 0
    else { throw MeasuringError("\(key): coins were left behind") }
    if round % 10 == 9 { try subject.verify() }
  }

  /// Gives both users their coins, and the first two holds.
  /// - Returns: the holds, and one of the grants.
  private func prepare(_ from: String, _ to: String, _ round: Int) throws -> [String] {
    let path = "\(subject.home).merge-\(round).jsonl"
    let answers = "\(path).answers"
    let grants = (0..<lots).flatMap { lot in
      [from, to].map { user in
        let time = Timestamp(microseconds: 4_000_000_000_000_000 + Int64(lot) * 1_000_003)
        return #"{"op":"issue","to":"\#(user)","amount":7,"expires":"\#(time)","key":"g-\#(round)-\#(lot)-\#(user)"}"#
      }
    }
    let more = [
      #"{"op":"issue","to":"\#(from)","amount":200,"key":"g-\#(round)"}"#,
      #"{"op":"hold","from":"\#(from)","amount":100,"key":"h-\#(round)-0"}"#,
      #"{"op":"hold","from":"\#(from)","amount":100,"key":"h-\#(round)-1"}"#,
    ]
    try write(grants + more, to: path)
    try subject.run("coins", "apply", "--file", path, "--create-users", "--results", answers, "--quiet")
    let transfers = try Answers.read(answers)
    unlink(path)
    unlink(answers)
    guard transfers.count == grants.count + more.count else { throw MeasuringError("not all was prepared") }
    return [
      transfers[grants.count + 1].transfer, transfers[grants.count + 2].transfer, transfers[grants.count - 2].transfer,
    ]
  }

  private func coins(_ users: UserID...) throws -> Int64 {
    try subject.database.read { connection in
      try users.reduce(0) { sum, user in
        try connection.first("SELECT posted FROM coins_accounts WHERE owner = ?1", .id(user)) { $0.integer(0) + sum }
          ?? sum
      }
    }
  }
}
