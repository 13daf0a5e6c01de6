internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixLens
internal import QixTerminal

/// `qix-bench duplicates`
struct DuplicatesCommand: Trial {
  static let declaration = Declaration(
    "duplicates", "Hand in receipts, then changed copies of each by another user.", roles: .everyone,
    discussion: """
      First every picture is handed in by one user: none may be refused as another's copy. Then another user tries each \
      changed copy, as a dry run, so that copies are held against the originals alone. A copy is caught where it is \
      refused as used, or where it waits for a person who is told of its original; 'waits' are those that a person is \
      to look at for other reasons, 'unread' those that are refused since nothing can be read, 'paid' the rest. Every \
      picture is read by a warm worker of the program, whose memory at the most is told. A copy that is paid, and an \
      original that is refused, end the benchmark with exit code 1 where receipts are drawn.
      """,
    examples: [
      Example("qix-bench duplicates ../receipts", "seven copies of each"),
      Example("qix-bench duplicates", "of three that are drawn"),
    ])

  static let shortest = ["--most", "2"]

  private let source = ReceiptsFolder()
  @Option("most", .integer(in: 1...100_000), "Receipts at most; all without it") private var most: Int?
  private let options = BenchOptions()

  func run(in context: Context) throws -> Report {
    let folder = source.path
    let work = try WorkFolder(in: options.directory)
    let desk = try ReceiptDesk(options.subject(in: work))
    var report = Report(
      "duplicates",
      [
        "copies", "pictures", "refused", "told to a person", "waits", "unread", "paid", "refused %", "caught %",
        "s each", "MB of worker",
      ])
    func pictures(_ change: String) throws -> [KnownReceipt] {
      try KnownReceipts.make(of: folder, change, as: "jpg", in: work.path, most: most, options)
    }
    var originals = Tally()
    var receipts: [String: ReceiptDesk.Answer] = [:]
    do {
      for known in try pictures("none") {
        let answer = try originals.timed { try desk.handIn(known.path, as: .first) }
        originals.count(answer.outcome)
        if answer.outcome == .unread || answer.outcome == .used {
          context.face.note("\(known.name): \(answer.outcome.rawValue)")
        } else {
          receipts[known.name] = answer
        }
      }
    } catch LensError.unready(_, let sentence, _) where folder.isEmpty {
      // A trial of all; what is optional may be missing.
      context.face.note("duplicates: left out, for \(sentence)")
      return report
    }
    guard !receipts.isEmpty else { throw MeasuringError("there is no picture with a key in \(folder)") }
    report.add("originals", originals, desk.peakMemory)
    var all = Tally()
    for change in KnownReceipts.changes {
      var tally = Tally()
      for known in try pictures(change) {
        guard let original = receipts[known.name] else { continue }
        var outcome = try tally.timed { try desk.handIn(known.path, as: .second, isDryRun: true).outcome }
        if outcome == .waits, try desk.knows(known.path, as: original) { outcome = .told }
        if outcome != .used { context.face.note("\(known.name), \(change): \(outcome.rawValue)") }
        tally.count(outcome)
      }
      all.add(tally)
      report.add(change, tally, desk.peakMemory)
    }
    report.add("all copies", all, desk.peakMemory)
    if folder.isEmpty, originals[.used] > 0 || all[.paid] > 0 {
      report.failure = MeasuringError("\(originals[.used]) originals were refused, and \(all[.paid]) copies paid")
    }
    return report.asMarkdown(options.isMarkdown)
  }
}

private struct Tally {
  private var counts: [ReceiptDesk.Outcome: Int] = [:]
  private var seconds: [Double] = []

  subscript(_ outcome: ReceiptDesk.Outcome) -> Int { counts[outcome] ?? 0 }
  var total: Int { counts.values.reduce(0, +) }
  var median: Double? { seconds.median }

  mutating func timed<Result>(_ body: () throws -> Result) rethrows -> Result {
    let start = Stopwatch.now
    let result = try body()
    seconds.append(Double(Stopwatch.now - start) / 1_000_000)
    return result
  }

  mutating func count(_ outcome: ReceiptDesk.Outcome) { counts[outcome, default: 0] += 1 }

  mutating func add(_ other: Tally) {
    counts.merge(other.counts, uniquingKeysWith: +)
    seconds += other.seconds
  }
}

extension Report {
  fileprivate mutating func add(_ name: String, _ tally: Tally, _ memory: Int64) {
    func share(_ count: Int) -> Figure {
      tally.total == 0 ? .missing : .decimal(100 * Double(count) / Double(tally.total), places: 1)
    }
    let counts: [ReceiptDesk.Outcome] = [.used, .told, .waits, .unread, .paid]
    add(
      [.text(name), .integer(Int64(tally.total))] + counts.map { .integer(Int64(tally[$0])) }
        + [
          share(tally[.used]), share(tally[.used] + tally[.told]),
          tally.median.map { .decimal($0, places: 2) } ?? .missing, .decimal(Double(memory) / 1_048_576, places: 0),
        ])
  }
}
