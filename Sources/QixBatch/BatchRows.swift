package import QixKernel
package import QixStorage

/// The lines of a file that were done before, as a part of the same batch, and the keys of those that bring none.
///
/// A line is known by what it means, not by its bytes or its number: the user, the amount, the moment. Of lines that
/// mean the same the first stands for the first that was done, and so on. The key follows from the batch and the place
/// among its lines, so keys ascend as lines are done and their index is appended to.
///
/// In each pass over the file: `begin`, then for each line without a key `place(of:)`, and `accept` once it was done.
package final class BatchRows {
  /// The place of a line without a key.
  package struct Place: Sendable {
    package let key: String
    package let meaning: UInt64
    /// What it stands for among the lines of the batch.
    fileprivate let state: State

    fileprivate enum State {
      case new
      /// Done before this run.
      case known(Int)
      /// Done before this run under a key of its own, which the file has no longer.
      case keyed
    }

    /// The line of the file of the run that refused it; nil for a line of any other file.
    fileprivate var refusedLine: Int?

    /// Whether it was done before.
    package var isKnown: Bool { if case .new = state { false } else { true } }
    /// Whether it was done under a key that the file has no longer.
    package var wasKeyed: Bool { if case .keyed = state { true } else { false } }
  }

  /// The state known when the file was looked at.
  package internal(set) var name: String
  /// The name that the sender gave, or the file's; a new batch may get a number behind it.
  let title: String
  package internal(set) var record: BatchRecord?
  let action: String
  let file: String
  let sha256: String
  /// Meanings of the lines that were done, those of this run included.
  var done: [UInt64] = []
  var parts: Int64 = 0
  /// Meanings of the lines with keys of their own that were done since the last commit.
  var keyed: [UInt64] = []
  /// The lines that an earlier run had refused and that were done since the last commit.
  var refusedLines: [UInt64] = []
  /// The place of each line that was refused and done later.
  private var mended: [Int: Int] = [:]
  /// The newest part of another batch when other batches were looked at.
  var newestPart: Int64 = 0
  /// Lines done since the last commit begin here.
  var firstUnwritten = 0
  /// The number of lines done before this run.
  package private(set) var known = 0
  /// Meanings of the batch's lines with keys of their own that were done before this run, ascending.
  private(set) var otherwise: [UInt64] = []
  /// How many of each the pass has met.
  private var met: [UInt64: Int] = [:]
  /// Batches that the file was taken for and is not.
  var asked: Set<Int64> = []
  /// Lines of a chain that have a key and are not done yet.
  private var pending = 0
  var number: Int64
  var hasWritten = false
  /// Whether this run has done a line.
  var hasDone = false
  package let wish: BatchWish
  /// The batches that this file, or one of its name, was before, the newest first, where it is done once more: those of
  /// which the sender may know.
  package let earlier: [BatchRecord]
  private let isUnnamed: Bool
  let actor: String
  let knowsOthers: Bool
  /// Whether a batch has its end only when its answers are where they belong (`close`): until then it is open.
  package var awaitsAnswers = false
  /// Whether the file's bytes are those of the last time.
  var isSameFile: Bool { record?.sha256 == sha256 }

  // A pass over the file.
  private var cursor = 0
  private var isDiverted = false
  private var heads: [UInt64: Int32] = [:]
  private var nexts: [Int32] = []

  /// Finds the batch that a file is, as far as that can be said before its lines are read.
  /// - Parameters:
  ///   - action: `coins.issue`
  ///   - file: its name in messages.
  ///   - isNameless: whether the file has no name to go by (`BatchSource.isNameless`).
  ///   - actor: who sends it.
  ///   - knowsOthers: whether they may know of batches that others have begun.
  /// - Throws: `BatchError.notFound`, `.exists`
  package init(
    _ wish: BatchWish, action: String, file: String, isNameless: Bool = false, sha256: String, by actor: String,
    knowsOthers: Bool, in connection: Connection
  ) throws {
    self.wish = wish
    (self.actor, self.knowsOthers) = (actor, knowsOthers)
    (self.action, self.file, self.sha256) = (action, file, sha256)
    isUnnamed = isNameless && wish.name == nil
    title = wish.name ?? BatchWish.name(ofFile: file)
    let title = title
    // Nothing is added to others' batches, which the sender may not go on with.
    let own = try BatchRecord.list(in: connection).filter { $0.isOpen(to: actor, whoKnowsOthers: knowsOthers) }
    // Who knows of no others is told no number.
    let named =
      own.first { $0.name == title } ?? (knowsOthers ? nil : own.first { BatchWish.base(of: $0.name) == title })
    let alike = own.filter { $0.action == action && BatchWish.isOf(title, $0.name) }
    let same = alike.first { $0.sha256 == sha256 }
    let found: BatchRecord?
    switch wish {
    case .unsaid: found = same ?? alike.first
    case .named: found = try Self.checked(named, action).flatMap { _ in same ?? named }
    case .rejects, .goesOn:
      guard let named = try Self.checked(named, action) else { throw BatchError.notFound(title) }
      found = named
    case .new:
      // The very same file under the same name is that batch, so that the same line can be run again.
      let taken = try named ?? (knowsOthers ? BatchRecord.find(title, in: connection) : nil)
      if let taken,
        taken.action != action || taken.sha256 != sha256 || !taken.isOpen(to: actor, whoKnowsOthers: knowsOthers)
      {
        throw BatchError.exists(title, action: taken.action)
      }
      found = taken
    // What was begun and not brought to its end is gone on with, for the same reason.
    case .again: found = same.flatMap { $0.isWhole ? nil : $0 }
    }
    earlier =
      !wish.isAgain
      ? []
      : own.filter {
        $0.action == action && $0.number != found?.number && ($0.sha256 == sha256 || BatchWish.isOf(title, $0.name))
      }
    (name, number) = (title, 0)
    try load(found, in: connection)
    newestPart = try BatchRecord.newestPart(besides: number, in: connection)
  }

  private static func checked(_ batch: BatchRecord?, _ action: String) throws(BatchError) -> BatchRecord? {
    if let batch, batch.action != action { throw .exists(batch.name, action: batch.action) }
    return batch
  }

  /// Takes the file for another batch, or for a new one of its name.
  func load(_ batch: BatchRecord?, in connection: Connection) throws {
    record = try batch.flatMap { try BatchRecord.find($0.name, in: connection) }
    name = try record?.name ?? BatchWish.free(title, in: connection)
    number = try record?.number ?? Self.next(in: connection)
    done = try record?.meanings(in: connection) ?? []
    parts = try record.map { try BatchRecord.parts(of: $0.number, in: connection) } ?? 0
    otherwise = try record?.keyedMeanings(in: connection).sorted() ?? []
    mended = try wish.isOfRejects ? record?.mended(in: connection) ?? [:] : [:]
    (firstUnwritten, known, keyed, refusedLines) = (done.count, done.count, [], [])
  }

  /// The name of the batch for the sender of the file. Who knows of no others is told no number, which would say that
  /// others have the name as well.
  package var toldName: String { told(name) }

  package func told(_ name: String) -> String {
    knowsOthers ? name : wish.name ?? BatchWish.base(of: name)
  }

  /// Whether the sender may know of a batch, and whether they may go on with it.
  func mayName(_ batch: BatchRecord) -> Bool { knowsOthers || batch.actor == actor }
  func mayEnter(_ batch: BatchRecord) -> Bool { batch.isOpen(to: actor, whoKnowsOthers: knowsOthers) }

  /// Whether anything of the batch was done before.
  package var isBegun: Bool { record != nil }

  /// Starts a pass over the file from its beginning.
  package func begin() {
    (cursor, isDiverted, pending) = (0, false, 0)
    (heads, nexts, met) = ([:], [], [:])
  }

  /// The key of the line that was done where the pass has got to, as long as the file's lines are in the order in which
  /// they were done: for who can't say what the next line means. Nil where there is none.
  package var nextKey: String? { !isDiverted && cursor < known ? key(cursor) : nil }

  /// Whether the line that was done there meant this.
  package func isNext(_ meaning: UInt64) -> Bool { nextKey != nil && done[cursor] == meaning }

  /// Makes sure that a line without a key can be known again: by the batch that it is a line of.
  /// - Throws: `batch.unnamed`
  package func requireName() throws(Failure) {
    guard isUnnamed else { return }
    throw Failure(
      "batch.unnamed", .usage, "the line has no key and its batch has no name, so qix could not recognize a repeat",
      hint: "Name the batch in the address, ?batch=july-2027, or give each line its own key.")
  }

  package func place(of meaning: UInt64) -> Place {
    if let known = knownPlace(of: meaning) { return known }
    let key = key(done.count + pending)
    if meetsKeyed(meaning) { return Place(key: key, meaning: meaning, state: .keyed) }
    pending += 1
    return Place(key: key, meaning: meaning, state: .new)
  }

  /// - Parameter line: where it stood in the file of the run that refused it.
  /// - Throws: `batch.line-changed` for one that was done since and said something else then.
  package func place(of meaning: UInt64, refusedAt line: Int) throws(Failure) -> Place {
    if let place = mended[line] {
      guard done[place] == meaning else {
        throw Failure(
          "batch.line-changed", .conflict,
          "line \(line) of the batch '\(toldName)' was already done, with other content",
          hint: "Remove the line. To do it as a new line, remove the columns batch and line.")
      }
      return Place(key: key(place), meaning: meaning, state: .known(place), refusedLine: line)
    }
    pending += 1
    return Place(key: key(done.count + pending - 1), meaning: meaning, state: .new, refusedLine: line)
  }

  /// The place of a line that was done without a key; nil where there is none.
  package func knownPlace(of meaning: UInt64) -> Place? {
    find(meaning).map { Place(key: key($0), meaning: meaning, state: .known($0)) }
  }

  private func meetsKeyed(_ meaning: UInt64) -> Bool {
    guard !otherwise.isEmpty else { return false }
    let count = met[meaning, default: 0]
    guard LineCensus.shared(otherwise, Array(repeating: meaning, count: count + 1)) > count else { return false }
    met[meaning] = count + 1
    return true
  }

  /// The place of a line that got one before, and behind which others were dropped.
  package func renewed(_ place: Place) -> Place {
    guard case .new = place.state else { return place }
    pending += 1
    return Place(key: key(done.count + pending - 1), meaning: place.meaning, state: .new)
  }

  /// The line was done.
  package func accept(_ place: Place) {
    guard !place.isKnown else { return }
    done.append(place.meaning)
    if let line = place.refusedLine {
      refusedLines.append(UInt64(line))
      mended[line] = done.count - 1
    }
    pending -= 1
  }

  /// A line with a key of its own was done, for the first time.
  package func accept(keyed meaning: UInt64) { keyed.append(meaning) }

  /// Lines that got a place since the last was accepted were not done.
  package func dropPending() { pending = 0 }

  /// Lines were not done after all, so that what was done before stands for others that say the same: else these would
  /// be done once more.
  /// - Parameter places: in the order of the lines.
  package func giveBack(_ places: [Place]) {
    dropPending()
    for place in places.reversed() {
      guard case .known(let known) = place.state else { continue }
      if isDiverted {
        nexts[known] = heads[place.meaning] ?? -1
        heads[place.meaning] = Int32(known)
      } else {
        cursor = known
      }
    }
  }

  private func find(_ meaning: UInt64) -> Int? {
    if !isDiverted {
      if cursor < known, done[cursor] == meaning {
        cursor += 1
        return cursor - 1
      }
      guard cursor < known else { return nil }
      isDiverted = true
      nexts = [Int32](repeating: -1, count: known)
      for place in stride(from: known - 1, through: cursor, by: -1) {
        nexts[place] = heads[done[place]] ?? -1
        heads[done[place]] = Int32(place)
      }
    }
    guard let place = heads[meaning] else { return nil }
    let next = nexts[Int(place)]
    heads[meaning] = next < 0 ? nil : next
    return Int(place)
  }

  /// The reserved prefix of lines' keys, which callers may not use.
  package static let keyPrefix = "qix:"

  private func key(_ place: Int) -> String {
    let text = String(place + 1)
    return "\(Self.keyPrefix)\(number):" + String(repeating: "0", count: max(0, 9 - text.utf8.count)) + text
  }

  /// Finds out, as the first thing in each transaction, whether another process has gone on with the batch meanwhile,
  /// and reads what it has done.
  /// - Returns: whether the pass has to begin again.
  package func isOutdated(in connection: Connection) throws -> Bool {
    if let record {
      guard try BatchRecord.parts(of: number, in: connection) != parts else { return false }
      try load(record, in: connection)
      return true
    }
    number = try Self.next(in: connection)
    guard let other = try BatchRecord.find(name, in: connection) else { return false }
    // Of two runs that begin the same batch at once the second goes on with it.
    let isSame = other.action == action && mayEnter(other) && other.sha256 == sha256
    try load(isSame ? other : nil, in: connection)
    return isSame
  }

  /// Finds out, before the first line is done, whether another batch has done lines since other batches were looked at:
  /// then they have to be looked at again, or two files with the same lines sent at once would both be done.
  package func hasNews(in connection: Connection) throws -> Bool {
    try BatchRecord.newestPart(besides: number, in: connection) != newestPart
  }

  private static func next(in connection: Connection) throws -> Int64 {
    try connection.fetchOne("SELECT coalesce(max(batch), 0) + 1 FROM qix_batches") ?? 1
  }
}
