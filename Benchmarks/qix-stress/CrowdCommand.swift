internal import Glibc
internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-stress crowd`
struct CrowdCommand: Trial {
  static let declaration = Declaration(
    "crowd", "Many processes write to one home at the same time, while others read.", roles: .everyone,
    discussion: """
      Writers grant in files of a hundred lines and one by one; the log is moved into the database on the way, under \
      the eyes of processes that read all the time. No writer may be turned away, no reader may see a ledger that does \
      not add up, and every key must be there once at the end.
      """,
    examples: [Example("qix-stress crowd --writes 10000", "eight processes, ten thousand writes each")])

  static let shortest = ["--writers", "3", "--writes", "200"]

  @Option("writers", .integer(in: 1...64), "Processes that write at once", default: "8") private var writers: Int
  @Option("writes", .integer(in: 1...10_000_000), "Grants of each, a tenth of them one by one", default: "1000")
  private var writes: Int
  private let options = StressOptions(rounds: 1)

  func run(in context: Context) throws -> Printed {
    try options.run("crowd", in: context.face) { subject, numbers in
      for round in 0..<options.rounds { try crowd(round, subject, &numbers) }
      return "\(writers) writers, \(writers * writes * options.rounds) grants, all there once"
    }
  }

  private func crowd(_ round: Int, _ subject: Subject, _ numbers: inout SeededNumbers) throws {
    var work = try (0..<writers).map { try runs(of: $0, round, subject, &numbers)[...] }
    var writing: [ChildProcess?] = Array(repeating: nil, count: writers)
    var reading: ChildProcess?
    while work.contains(where: { !$0.isEmpty }) || writing.contains(where: { $0 != nil }) {
      for writer in 0..<writers {
        if let process = writing[writer], process.hasEnded {
          try Self.require(process.wait())
          writing[writer] = nil
        }
        if writing[writer] == nil, let words = work[writer].popFirst() { writing[writer] = try ChildProcess(words) }
      }
      if let reader = reading, reader.hasEnded {
        try Self.require(reader.wait())
        reading = nil
      }
      if reading == nil { reading = try ChildProcess(subject.words(["coins", "verify"])) }
      usleep(500)
    }
    if let reading { try Self.require(reading.wait()) }
    try subject.verify()
    try subject.requireOnce(
      (0..<writers).flatMap { writer in (0..<writes).map { Self.key(round, writer, $0) } })
    let expected = Int64(writers * writes * (round + 1))
    let transfers = try subject.count("SELECT count(*) FROM coins_transfers")
    guard transfers == expected else { throw MeasuringError("\(transfers) transfers instead of \(expected)") }
  }

  /// The command lines of one writer: files of ninety lines, and ten single grants behind each.
  private func runs(of writer: Int, _ round: Int, _ subject: Subject, _ numbers: inout SeededNumbers) throws
    -> [[String]]
  {
    var runs: [[String]] = []
    for start in stride(from: 0, to: writes, by: 100) {
      let single = min(start + 90, writes)
      let path = "\(subject.home).\(round)-\(writer)-\(start).csv"
      let lines = (start..<single).map { write in
        "user-\(write == start ? writer : Int(numbers.next() % 200)),1,\(Self.key(round, writer, write))"
      }
      try write(["user,amount,key"] + lines, to: path)
      runs.append(subject.words(["coins", "issue", "--file", path, "--create-users"]))
      for write in single..<min(start + 100, writes) {
        runs.append(
          subject.words([
            "coins", "issue", "--to", "user-\(writer)", "--amount", "1", "--idempotency-key",
            Self.key(round, writer, write),
          ]))
      }
    }
    return runs
  }

  private static func key(_ round: Int, _ writer: Int, _ write: Int) -> String { "crowd-\(round)-\(writer)-\(write)" }

  private static func require(_ outcome: ChildProcess.Outcome) throws {
    guard outcome.status == 0 else {
      throw MeasuringError("a process ended with \(outcome.status): \(outcome.errors)\(outcome.output)")
    }
  }
}
