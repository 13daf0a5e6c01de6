internal import Measuring
internal import QixCommands
internal import QixCrypto
internal import QixKernel
internal import QixTerminal

/// `qix-bench timing`
struct TimingCommand: Trial {
  static let declaration = Declaration(
    "timing", "Look whether comparing a secret tells by its time where it differs.", roles: .everyone,
    discussion: """
      Compares values of one length with a secret one: some differ in the first byte, some in the last, some not at \
      all, in random order. Of any two of these kinds Welch's t says whether their times differ by more than chance; \
      beyond 10 it is a leak. What qix uses must have none. A plain comparison, which ends at the first difference, is \
      measured in the same way, and must have one: else this machine is too restless to say anything.
      """,
    examples: [
      Example("qix-bench timing", "some seconds"), Example("qix-bench timing --runs 10000000", "finer differences"),
    ])

  static let shortest = ["--runs", "100000"]

  @Option("runs", .integer(in: 10_000...100_000_000), "Measurements of each comparison", default: "300000")
  private var runs: Int
  private let options = BenchOptions()

  func run(in context: Context) throws -> Report {
    let seed = SeededNumbers.seed()
    context.face.note("QIX_SEED=\(seed)")
    var numbers = SeededNumbers(seed: seed)
    var report = Report(
      "timing", ["comparison", "bytes", "first ns", "last ns", "equal ns", "t first-last", "t last-equal", "verdict"])
    var faults: [String] = []
    for compared in Compared.all {
      let times = compared.measure(runs, with: &numbers)
      let (early, whole) = (WelchTest.leak(times.first, times.last), WelchTest.leak(times.last, times.equal))
      let leaks = max(early, whole) > WelchTest.threshold
      if leaks != compared.isExpectedToLeak {
        faults.append("\(compared.name) (\(compared.size) bytes) \(leaks ? "leaks" : "should leak and doesn't")")
      }
      let each = Double(Compared.repeats)
      report.add(
        .text(compared.name), .integer(Int64(compared.size)), .decimal((times.first.median ?? 0) / each, places: 1),
        .decimal((times.last.median ?? 0) / each, places: 1), .decimal((times.equal.median ?? 0) / each, places: 1),
        .decimal(early, places: 1), .decimal(whole, places: 1), .text(leaks ? "leaks" : "no leak seen"))
    }
    if !faults.isEmpty { report.failure = MeasuringError("\(faults.joined(separator: "; "))") }
    return report.asMarkdown(options.isMarkdown)
  }
}

/// A comparison of a secret with a value that somebody gives.
private struct Compared {
  /// How often the same two are compared in a measurement, since the clock itself takes as long as one comparison.
  static let repeats = 16

  let name: String
  let size: Int
  var isExpectedToLeak = false
  /// Of a value with the secret one, made anew for each run.
  let comparison: (_ secret: [UInt8], _ value: [UInt8]) -> Bool
  /// The value that is equal, from random bytes.
  var equal: ([UInt8]) -> [UInt8] = { $0 }

  static var all: [Compared] {
    let key = SharedSecret(SecretBytes.random(count: 32, from: SystemRandomSource()))
    return [
      Compared(name: "constantTimeEqual", size: 32) { constantTimeEqual($0, $1) },
      Compared(name: "constantTimeEqual", size: 512) { constantTimeEqual($0, $1) },
      Compared(
        name: "KeyedBLAKE2b.isMAC", size: 32, comparison: { BLAKE2b.isMAC($1, of: $0, key: key.bytes) },
        equal: { BLAKE2b.mac($0, key: key.bytes) }),
      Compared(
        name: "HMACSHA256.isMAC", size: 32, comparison: { HMACSHA256.isMAC($1, of: $0, key: key.bytes) },
        equal: { HMACSHA256.mac($0, key: key.bytes) }),
      Compared(name: "elementsEqual", size: 32, isExpectedToLeak: true) { $0.elementsEqual($1) },
      Compared(name: "elementsEqual", size: 512, isExpectedToLeak: true) { $0.elementsEqual($1) },
    ]
  }

  /// Nanoseconds of each measurement.
  func measure(_ runs: Int, with numbers: inout SeededNumbers) -> (first: [Int64], last: [Int64], equal: [Int64]) {
    let secret = (0..<size).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    let equal = equal(secret)
    var times: [[Int64]] = [[], [], []]
    // Made beforehand, in places of their own that have nothing to do with their kind.
    let batch = 4_096
    var (right, expected, done) = (0, 0, 0)
    while done < runs {
      let kinds = (0..<batch).map { _ in Int(numbers.next() % 3) }
      let values = kinds.map { kind in
        // The same steps for each kind, so that all values lie in copies of their own.
        var value = equal
        let delta = UInt8.random(in: 1...255, using: &numbers)
        value[kind == 0 ? 0 : value.count - 1] ^= kind == 2 ? 0 : delta
        return value
      }
      for (kind, value) in zip(kinds, values) {
        let start = Stopwatch.nanoseconds
        // Without a branch, whose own time would tell the kinds apart.
        for _ in 0..<Self.repeats { right &+= Int(unsafeBitCast(comparison(secret, value), to: UInt8.self)) }
        times[kind].append(Stopwatch.nanoseconds - start)
        expected += kind == 2 ? Self.repeats : 0
      }
      done += batch
    }
    precondition(right == expected, "a comparison is wrong")
    return (times[0], times[1], times[2])
  }
}

/// For closures, which can't hold the bytes by themselves.
private final class SharedSecret: Sendable {
  let bytes: SecretBytes
  init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
}
