internal import QixKernel

/// The lines of a file as its check has found them: what they mean, and which of them were done before.
package struct LineCensus {
  /// The meanings of lines without a key.
  private var unkeyed: [UInt64] = []
  /// The meanings of lines whose key was never used.
  private var fresh: [UInt64] = []
  /// Lines with a key that was used before.
  private var keysKnown = 0
  /// The first lines of the file without a key, for messages.
  private var firstWithoutKey: [Int] = []
  private static let mostNamed = 5
  /// Lines without a key that the batch has done before.
  private var unkeyedKnown = 0
  /// Lines that the batch has done under a key where the file has none, or without where it has one.
  private(set) var crossed = 0
  /// Coins that all lines move, and those that were not done before; nil where they aren't told.
  private(set) var coins: (all: Int64, new: Int64)?

  /// Lines that can't be done, and so aren't among the others.
  package var faulty = 0

  package init(tellsCoins: Bool) { coins = tellsCoins ? (0, 0) : nil }

  package var lines: Int { unkeyed.count + fresh.count + keysKnown }
  /// Lines that were done before.
  package var known: Int { unkeyedKnown + keysKnown }
  var isKeyed: Bool { fresh.count + keysKnown > 0 }

  /// - Parameters:
  ///   - isKeyed: whether the line has a key of its own.
  ///   - isCrossed: whether it was done, under a key where it has none, or the other way round.
  ///   - line: its place in the file, from 1.
  package mutating func add(
    _ meaning: UInt64, isKeyed: Bool, isDone: Bool, isCrossed: Bool, coins amount: Int64, line: Int
  ) {
    if let (all, new) = coins {
      func sum(_ coins: Int64) -> Int64 { coins.addingReportingOverflow(amount).overflow ? .max : coins + amount }
      coins = (sum(all), isDone ? new : sum(new))
    }
    if isCrossed { crossed += 1 }
    if isKeyed {
      if isDone { keysKnown += 1 } else { fresh.append(meaning) }
    } else {
      unkeyed.append(meaning)
      if isDone { unkeyedKnown += 1 }
      if firstWithoutKey.count < Self.mostNamed { firstWithoutKey.append(line) }
    }
  }

  /// Ends the count: the rest is asked of ordered meanings.
  package mutating func close() {
    unkeyed.sort()
    fresh.sort()
  }

  /// Makes sure that each line has a key, or none has.
  /// - Throws: `batch.keys-missing`
  func requireUniformKeys(of file: String) throws {
    guard isKeyed, !unkeyed.isEmpty else { return }
    let (count, some) = (unkeyed.count, firstWithoutKey)
    throw Failure(
      "batch.keys-missing", .usage,
      "\(count) of \(lines.counted("line")) of \(file) \(count == 1 ? "has" : "have") no key, but the others have one: "
        + (some.count == 1 ? "line " : "lines ") + some.map { "\($0)" }.joined(separator: ", ")
        + (count > some.count ? " and more" : ""),
      hint: "Give every line a key, or none. Without keys, qix recognizes the file by the content of its lines.")
  }

  /// Lines without a key that repeat an earlier one.
  package var identical: Int { zip(unkeyed, unkeyed.dropFirst()).count { $0 == $1 } }

  /// How many of the lines a batch has done: of each meaning as many as both have.
  /// - Parameters:
  ///   - theirs: the meanings of its lines without a key.
  ///   - keyed: those of its lines with keys, which say nothing of lines with other keys.
  func shared(with theirs: [UInt64], keyed: [UInt64]) -> Int {
    isKeyed
      ? Self.shared(fresh, theirs) : Self.shared(unkeyed, theirs) + Self.shared(unkeyed, keyed)
  }

  /// - Parameter ordered: ascending.
  static func shared(_ ordered: [UInt64], _ others: [UInt64]) -> Int {
    // Of long lists few lines are found, so that these alone are ordered.
    var found = others.filter { meaning in
      let place = place(of: meaning, in: ordered)
      return place < ordered.count && ordered[place] == meaning
    }
    found.sort()
    var (count, mine, theirs) = (0, 0, 0)
    while theirs < found.count {
      mine = max(mine, place(of: found[theirs], in: ordered))
      if mine < ordered.count, ordered[mine] == found[theirs] { (count, mine) = (count + 1, mine + 1) }
      theirs += 1
    }
    return count
  }

  /// The first place whose meaning is not less.
  private static func place(of meaning: UInt64, in ordered: [UInt64]) -> Int {
    var (low, high) = (0, ordered.count)
    while low < high {
      let middle = (low + high) / 2
      if ordered[middle] < meaning { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
