import CoinsContract
import Glibc
import QixKernel
import QixTesting
import Testing

/// Random sequences of operations do in the ledger what they do in the model.
///
/// `QIX_SEED` repeats a run; `QIX_LONG=1` does a hundred times as much, or `QIX_LONG_OPERATIONS`.
@Suite struct LedgerPropertyTests {
  /// - Parameter isOrderly: whether half of all operations name a moment in the past, and the clock never goes back.
  @Test(arguments: [false, true]) func theLedgerDoesWhatTheModelDoes(isOrderly: Bool) throws {
    let seed = Seed(for: "theLedgerDoesWhatTheModelDoes")
    // A trap would take what is not yet written with it.
    fflush(nil)
    var seeds = SeededGenerator(seed)
    let asked = getenv("QIX_LONG_OPERATIONS").flatMap { Int(String(cString: $0)) }
    let wanted = LongForm.isAsked ? asked ?? 300_000 : 3_000
    var operations = 0
    var tally: [String: Int] = [:]
    let reached = Self.kinds + Self.refusals + (isOrderly ? Self.moments : [])
    func missing() -> [String] { reached.filter { tally[$0] == nil } }
    // What is rare may take longer than what was wanted.
    while operations < wanted || (operations < 20_000 && !missing().isEmpty) {
      // Most runs are short, so that many are tried; a few are long, so that lists and chains grow.
      let length = seeds.next() % 8 == 0 ? 80 : 25
      var generator = StepGenerator(
        random: SeededGenerator(seed: seeds.next()), start: TestClock().now(),
        isOrderly: isOrderly)
      let steps = generator.steps(Int(length))
      let result = Self.attempt(steps, isOrderly)
      operations += result.operations
      tally.merge(result.tally, uniquingKeysWith: +)
      guard let failure = result.failure else { continue }
      let (fewest, last) = Self.shrunk(steps, isOrderly, failure)
      Issue.record(
        """
        \(seed), after \(operations) operations: \(last.message)
        The fewest steps that show it (\(fewest.count) of \(steps.count)):
        \(last.log.joined(separator: "\n"))
        """)
      return
    }
    // A run that never gets to some kind of transfer or refusal proves nothing about it.
    #expect(missing().isEmpty, "\(seed): not reached in \(operations) operations; reached: \(tally)")
  }

  private static let kinds =
    TransferKind.allCases.map(\.name) + merges + across.map { "across, \($0)" } + ["repeat", "linked"]
  private static let merges = ["merge", "merge with holds", "merge of merged", "moved on"]
  private static let across = [
    "redeem", "transfer", "hold", "expire", "reverse", "back by void", "back by capture", "back by reverse",
  ]
  private static let refusals = [
    "coins.insufficient", "coins.budget-not-found", "coins.transfer-not-found", "coins.key-malformed",
    "coins.key-conflict", "coins.accounts-do-not-fit", "coins.not-a-hold", "coins.hold-resolved", "coins.exceeds-hold",
    "coins.not-reversible", "coins.exceeds-original", "coins.spent-since", "coins.expires-too-early",
    "coins.expiry-kept",
    "coins.key-reserved", "coins.wallet-merged", "coins.within-one-wallet",
  ]

  private static let moments = ["coins.insufficient-then", "coins.before-its-cause"]

  struct Failure {
    let message: String
    let log: [String]
  }

  static func attempt(_ steps: [Step], _ isOrderly: Bool) -> (operations: Int, tally: [String: Int], failure: Failure?)
  {
    var run: Run?
    do {
      try TestHome.initialised { home in
        let new = try Run(home, isOrderly: isOrderly)
        run = new
        try new.perform(steps)
      }
      return (run?.operations ?? 0, run?.tally ?? [:], nil)
    } catch {
      return (run?.operations ?? 0, run?.tally ?? [:], Failure(message: "\(error)", log: run?.log ?? []))
    }
  }

  /// Leaves out steps as long as it still fails: halves first, then ever smaller parts (Zeller's delta debugging).
  static func shrunk(_ steps: [Step], _ isOrderly: Bool, _ failure: Failure) -> ([Step], Failure) {
    var (fewest, last) = (steps, failure)
    var size = steps.count / 2
    while size > 0 {
      var start = 0
      while start < fewest.count {
        let fewer = Array(fewest[..<start] + fewest[min(start + size, fewest.count)...])
        if let failure = attempt(fewer, isOrderly).failure {
          (fewest, last) = (fewer, failure)
        } else {
          start += size
        }
      }
      size /= 2
    }
    return (fewest, last)
  }
}
