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
    /// What it means together with options, where these say something: another file may say it in its lines.
    let whole: UInt64?
    /// Among the lines that were done before this run; nil where it wasn't.
    fileprivate let known: Int?
    /// Whether it was done before.
    package var isKnown: Bool { known != nil }
  }

  /// The state known when the file was looked at.
  package internal(set) var name: String
  var record: BatchRecord?
  let action: String
  let file: String
  private let sha256: String
  /// Meanings of the lines that were done, those of this run included.
  var done: [UInt64] = []
  private var parts: Int64 = 0
  /// Meanings of the lines with keys of their own that were done since the last commit.
  private var keyed: [UInt64] = []
  /// What lines without a key meant together with options, since the last commit.
  private var wholes: [UInt64] = []
  /// The newest part of another batch when other batches were looked at.
  var newestPart: Int64 = 0
  /// The meanings done without keys by other batches and this one; read when first needed.
  var unkeyed: MeaningBits?
  /// Lines done since the last commit begin here.
  private var firstUnwritten = 0
  /// The number of lines done before this run.
  var known = 0
  /// Lines of a chain that have a key and are not done yet.
  private var pending = 0
  var number: Int64
  private var hasWritten = false
  let wish: BatchWish
  /// The batches that this file, or one of its name, was before, the newest first, where it is done once more: those of
  /// which the sender may know.
  package let earlier: [BatchRecord]
  private let isUnnamed: Bool
  private let actor: String
  let knowsOthers: Bool
  /// Another caller's batch that has the name that the sender gave, where they may know of it: they may mean that one.
  private(set) var namesake: BatchRecord?
  /// Whether a batch that is done once more has its end only when its answers are where they belong (`close`): until then
  /// the same line goes on with it, and begins no other.
  package var awaitsAnswers = false
  /// Whether the sender has named the batch: then it is the same one each time, wherever its bytes come from.
  package var isNamed: Bool { wish.name != nil }
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
  /// - Throws: `BatchError.exists`, `.malformedName`
  package init(
    _ wish: BatchWish, action: String, file: String, isNameless: Bool = false, sha256: String, by actor: String,
    knowsOthers: Bool, in connection: Connection
  ) throws {
    let batches = try BatchRecord.list(in: connection)
    let all = batches.filter { $0.action == action }
    self.wish = wish
    (self.actor, self.knowsOthers) = (actor, knowsOthers)
    isUnnamed = isNameless && wish.name == nil
    self.action = action
    self.file = file
    self.sha256 = sha256
    let base = wish.name ?? BatchWish.name(ofFile: file)
    func mayEnter(_ batch: BatchRecord) -> Bool { batch.isOpen(to: actor, whoKnowsOthers: knowsOthers) }
    // Of others' batches, which the sender may not go on with, only the very same file is one: nothing is added to them.
    let own = all.filter(mayEnter)
    if wish.isAgain || wish.name == nil {
      let alike = wish.name == nil ? all.filter { $0.sha256 == sha256 } : []
      let same = alike.first { BatchWish.isOf(base, $0.name) } ?? alike.first
      record = same ?? own.first { BatchWish.isOf(base, $0.name) }
    } else if let found = try BatchRecord.find(base, in: connection) {
      if mayEnter(found) {
        guard found.action == action else { throw BatchError.exists(base, action: found.action) }
        record = found
      } else {
        record = own.first { BatchWish.base(of: $0.name) == base }
        if record == nil, knowsOthers, found.action == action { namesake = found }
      }
    }
    name = record?.name ?? base
    number = 0
    // Once more: what was begun and not brought to its end is gone on with, so that the same line can be run again.
    if wish.isAgain, let last = record, last.isWhole {
      record = nil
      name = try BatchWish.free(BatchWish.base(of: last.name), in: connection)
    } else if record == nil {
      name = try BatchWish.free(base, in: connection)
    }
    let goesOn = record?.number
    earlier =
      !wish.isAgain
      ? []
      : own.filter { $0.number != goesOn && ($0.sha256 == sha256 || BatchWish.isOf(BatchWish.base(of: base), $0.name)) }
    hasOthers = !batches.isEmpty
    try load(in: connection)
    newestPart = try BatchRecord.newestPart(besides: number, in: connection)
  }

  func load(in connection: Connection) throws {
    record = try record.flatMap { try BatchRecord.find($0.name, in: connection) }
    number = try record?.number ?? Self.next(in: connection)
    done = try record?.meanings(in: connection) ?? []
    parts = try record.map { try BatchRecord.parts(of: $0.number, in: connection) } ?? 0
    (firstUnwritten, known, keyed, wholes) = (done.count, done.count, [], [])
  }

  /// Whether the file's lines have to be counted before the first of them is done.
  package let hasOthers: Bool

  /// The name of the batch for the sender of the file: nil for another principal's batch that they may not know of. Who
  /// knows of no others is told no number, which would say that others have the name as well.
  package var toldName: String? { isSecret ? nil : told(name) }

  package func told(_ name: String) -> String { knowsOthers ? name : wish.name ?? BatchWish.base(of: name) }

  /// Whether the sender may know of a batch, and whether they may go on with it by its name.
  func mayName(_ batch: BatchRecord) -> Bool { knowsOthers || batch.actor == actor }
  func mayEnter(_ batch: BatchRecord) -> Bool { batch.isOpen(to: actor, whoKnowsOthers: knowsOthers) }

  /// Whether its lines were done by another principal of whom the sender may not know.
  package var isSecret: Bool { record.map { !mayName($0) } ?? false }

  /// Whether anything of the batch was done before.
  package var isBegun: Bool { record != nil }
  /// Lines without a key that were done before this run.
  package var linesKnown: Int { known }

  /// Starts a pass over the file from its beginning.
  package func begin() {
    (cursor, isDiverted, pending) = (0, false, 0)
    (heads, nexts) = ([:], [])
  }

  /// The key of the line that was done where the pass has got to, as long as the file's lines are in the order in which
  /// they were done: for who can't say what the next line means. Nil where there is none.
  package var nextKey: String? { !isDiverted && cursor < known ? key(cursor) : nil }

  /// Whether the line that was done there meant this.
  package func isNext(_ meaning: UInt64) -> Bool { nextKey != nil && done[cursor] == meaning }

  /// Makes sure that a line without a key can be known again: by the batch that it is a line of.
  /// - Throws: `BatchError.unnamed`
  package func requireName() throws(BatchError) {
    if isUnnamed { throw .unnamed }
  }

  /// - Parameter whole: what the line means together with options, where these say something.
  package func place(of meaning: UInt64, whole: UInt64? = nil) -> Place {
    if let place = find(meaning) { return Place(key: key(place), meaning: meaning, whole: whole, known: place) }
    pending += 1
    return Place(key: key(done.count + pending - 1), meaning: meaning, whole: whole, known: nil)
  }

  /// The place of a line that got one before, and behind which others were dropped.
  package func renewed(_ place: Place) -> Place {
    guard !place.isKnown else { return place }
    pending += 1
    return Place(key: key(done.count + pending - 1), meaning: place.meaning, whole: place.whole, known: nil)
  }

  /// The line was done.
  package func accept(_ place: Place) {
    guard !place.isKnown else { return }
    done.append(place.meaning)
    if let whole = place.whole { wholes.append(whole) }
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
      guard let known = place.known else { continue }
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

  // MARK: Writing

  /// Finds out, as the first thing in each transaction, whether another process has gone on with the batch meanwhile,
  /// and reads what it has done.
  /// - Returns: whether the pass has to begin again.
  /// - Throws: `BatchError.exists`
  package func isOutdated(in connection: Connection) throws -> Bool {
    if record != nil {
      guard try BatchRecord.parts(of: number, in: connection) != parts else { return false }
    } else if let other = try BatchRecord.find(name, in: connection) {
      if wish.name != nil, mayEnter(other), other.action != action {
        throw BatchError.exists(name, action: other.action)
      }
      if other.action == action, wish.name == nil ? other.sha256 == sha256 : mayEnter(other) {
        record = other
      } else {
        name = try BatchWish.free(BatchWish.base(of: name), in: connection)
      }
    } else {
      number = try Self.next(in: connection)
      return false
    }
    try load(in: connection)
    return true
  }

  /// Finds out, before the first line is done, whether another batch has done lines since other batches were looked at:
  /// then they have to be looked at again, or two files with the same lines sent at once would both be done.
  package func hasNews(in connection: Connection) throws -> Bool {
    unkeyed = nil
    return try !wish.isAgain && BatchRecord.newestPart(besides: number, in: connection) != newestPart
  }

  /// Writes down what a commit has done, as a part of it; nothing where nothing was done.
  /// - Parameters:
  ///   - first: the number of the first transfer.
  ///   - last: that of the last; less than the first for none.
  ///   - refused: lines that could not be done since the file's beginning.
  package func write(
    first: Int64, last: Int64, lines: Int64, coins: Int64, refused: Int64, isWhole: Bool, at now: Timestamp,
    in connection: Connection
  ) throws {
    let isWhole = isWhole && !(awaitsAnswers && wish.isAgain)
    guard last >= first || firstUnwritten < done.count else {
      // Another meaning of lines that were done is refused, and says nothing of the batch.
      if let record, isWhole, !record.isWhole || record.refused > refused {
        try connection.execute("UPDATE qix_batches SET state = 2, refused = \(refused) WHERE batch = \(number)")
      }
      return
    }
    if record == nil {
      try connection.execute(
        """
        INSERT INTO qix_batches
          (batch, name, action, file, sha256, actor, begun_at, changed_at, state, lines, coins, is_shared)
        VALUES
          (\(number), \(name), \(action), \(file), \(sha256), \(actor), \(now), \(now), 1, 0, 0,
          \(knowsOthers ? 1 : 0))
        """)
    }
    try connection.execute(
      """
      UPDATE qix_batches
      SET file = \(file), sha256 = \(sha256), changed_at = \(now), state = \(isWhole ? 2 : 1), refused = \(refused),
        lines = lines + \(lines),
        coins = CASE WHEN coins > 9223372036854775807 - \(coins) THEN 9223372036854775807 ELSE coins + \(coins) END
      WHERE batch = \(number)
      """)
    func bytes(_ meanings: some Collection<UInt64>) -> Value {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(8 * meanings.count)
      for meaning in meanings { withUnsafeBytes(of: meaning.bigEndian) { bytes.append(contentsOf: $0) } }
      return .blob(bytes)
    }
    try connection.execute(
      """
      INSERT INTO qix_batch_parts (part, batch, first, last, meanings, keyed, wholes)
      VALUES ((SELECT coalesce(max(part), 0) + 1 FROM qix_batch_parts), \(number), \(first), \(last),
        \(bytes(done[firstUnwritten...])), \(bytes(keyed)), \(bytes(wholes)))
      """)
    (keyed, wholes) = ([], [])
    record = try BatchRecord.find(name, in: connection)
    hasWritten = true
  }

  /// The file was read to its end, and all answers are where they belong.
  package func close(in connection: Connection) throws {
    try connection.execute("UPDATE qix_batches SET state = 2 WHERE batch = \(number) AND state = 1")
  }

  /// Whether `close` has something to do.
  package var isOpen: Bool { awaitsAnswers && wish.isAgain && record.map { !$0.isWhole } ?? false }

  /// The commit is there.
  package func committed() {
    if hasWritten { parts += 1 }
    hasWritten = false
    firstUnwritten = done.count
  }

  private static func next(in connection: Connection) throws -> Int64 {
    try connection.fetchOne("SELECT coalesce(max(batch), 0) + 1 FROM qix_batches") ?? 1
  }
}
