internal import QixKernel
package import QixStorage

/// Whether lines may be done: which of them this batch or another has done before.
extension BatchRows {
  /// Lines of other batches that are looked at, the newest first: some 32 MB.
  private static let mostLooked = 4 << 20

  /// Decides, when all lines without a key were looked at, whether they may be done.
  /// - Parameters:
  ///   - isForTheSame: whether the file covers all users of the batch, asked where no line repeats.
  /// - Returns: what to tell the sender; nil for nothing.
  /// - Throws: `BatchError.changed`, `.repeats`, `.keyed`, `.unkeyed`
  package func decide(
    _ census: LineCensus, isForTheSame: (BatchRecord) throws -> Bool = { _ in false }, in connection: Connection
  ) throws -> String? {
    newestPart = try BatchRecord.newestPart(besides: number, in: connection)
    if wish.isAgain { return nil }
    let (lines, repeated) = (census.lines, census.known)
    let (new, gone) = (lines - repeated, known - repeated)
    if let record {
      if new > 0, gone > 0, repeated > 0 || isSameFile {
        throw BatchError.changed(batch: toldName, new: new, repeated: repeated, gone: gone)
      }
      // Of the very same bytes no key was put in or taken out since.
      let keyed = isSameFile ? 0 : census.keyed.count(among: done)
      if keyed > 0 { throw BatchError.keyed(file: file, batch: toldName, lines: keyed) }
      let unkeyed =
        isSameFile || census.fresh.isEmpty ? 0 : census.fresh.count(among: try record.keyedMeanings(in: connection))
      if unkeyed > 0 { throw BatchError.unkeyed(file: file, batch: toldName, lines: unkeyed) }
      // Lines that the batch has done under keys of their own are known by these alone.
      let done = max(gone, Int(clamping: record.lines) - repeated)
      if repeated == 0, !isSameFile, new > 0, done > 0, try isForTheSame(record) {
        throw BatchError.changed(batch: toldName, new: new, repeated: 0, gone: done)
      }
    }
    // A new name says that these are lines of their own, and one that another caller's batch has may.
    let isNewName = wish.name != nil && record == nil && namesake == nil
    // A run that was stopped goes on: what others had done before it began was none of its business then either.
    let begun = try record.flatMap { isSameFile && !$0.isWhole ? try $0.firstPart(in: connection) : nil }
    var looked = 0
    // Of others' batches a program learns nothing, not even by trying, and they keep it from none of its lines.
    for other in try namesake.map({ [$0] }) ?? BatchRecord.list(in: connection)
    where other.number != record?.number && mayName(other) && looked < Self.mostLooked {
      if let begun, try other.lastPart(in: connection) < begun { continue }
      let most = Self.mostLooked - looked
      let theirs = try other.meanings(newest: most, in: connection)
      let theirKeyed = census.fresh.isEmpty ? [] : try other.keyedMeanings(newest: most, in: connection)
      looked += theirs.count + theirKeyed.count
      let told = self.told(other.name)
      let keyed = census.keyed.count(among: theirs)
      if isNewName {
        let count = census.repeats(theirs, try other.wholes(newest: most, in: connection))
        guard count + keyed == 0 else { return note(of: count + keyed, in: told) }
        continue
      }
      guard keyed == 0 else { throw BatchError.keyed(file: file, batch: told, lines: keyed) }
      let unkeyed = census.fresh.count(among: theirKeyed)
      guard unkeyed == 0 else { throw BatchError.unkeyed(file: file, batch: told, lines: unkeyed) }
      let count = census.repeats(theirs, try other.wholes(newest: most, in: connection))
      guard count == 0 else {
        throw BatchError.repeats(
          file: file, batch: told, lines: count, of: lines + census.faulty,
          isOther: repeated > 0 || !mayEnter(other))
      }
    }
    if let namesake {
      return "The batch '\(namesake.name)' is that of \(namesake.actor), so this is another one: '\(name)'."
    }
    // No batch of this name was done before.
    guard wish.name == nil else { return nil }
    guard let former = record else {
      let base = BatchWish.name(ofFile: file)
      // Input from a pipe has no name of its own that could be mistaken for another's.
      guard file != BatchSource.standardInput, name != base, let other = try BatchRecord.find(base, in: connection),
        other.action != action, mayName(other)
      else { return nil }
      return "The batch '\(base)' is one of \(other.action), so this is another one: '\(name)'."
    }
    guard repeated == 0, !isSameFile else { return nil }
    record = nil
    name = try BatchWish.free(BatchWish.base(of: former.name), in: connection)
    try load(in: connection)
    guard knowsOthers else { return "This is a batch of its own." }
    return lines > 0
      ? "No line of the batch '\(former.name)' is in this file, so it is another one: '\(name)'."
      : "The lines have other keys than those of the batch '\(former.name)', so they are another one: '\(name)'."
  }

  /// Says that a file under a new name has lines of another batch: it may be that batch's file, sent once more.
  private func note(of count: Int, in other: String) -> String {
    let (say, are) = count == 1 ? ("says", "it is") : ("say", "they are")
    return "\(count.counted("line")) \(say) what the batch '\(other)' has done; "
      + "under the name '\(name)' \(are) done as well."
      + (action.hasPrefix("coins.") ? " If it is that batch, `qix coins batch reverse '\(name)'` takes them back." : "")
  }

  /// Whether a line like this may have been done without a key, by this batch or another; `decide` finds out whether it
  /// was. Takes 16 MB, however many lines there are.
  package func mayBeDoneWithoutKey(_ meaning: UInt64, in connection: Connection) throws -> Bool {
    if let unkeyed { return unkeyed.mayContain(meaning) }
    var (found, looked) = (MeaningBits(width: 27), 0)
    for batch in try BatchRecord.list(in: connection) where looked < Self.mostLooked {
      let meanings = try batch.meanings(newest: Self.mostLooked - looked, in: connection)
      looked += meanings.count
      for meaning in meanings { _ = found.insert(meaning) }
    }
    unkeyed = found
    return found.mayContain(meaning)
  }
}
