package import QixKernel
package import QixStorage

/// Whether lines may be done: which of them this batch or another has done before (docs/decisions/0086).
extension BatchRows {
  /// Lines of other batches that are looked at, the newest first: some 32 MB.
  private static let mostLooked = 4 << 20

  /// What comes of a file's check.
  package enum Decision {
    /// Its lines may be done.
    case goesOn(note: Sentence?)
    /// Another batch was taken for its own: the file is to be checked once more.
    case again
  }

  /// Decides, when all lines were looked at, whether they may be done.
  /// - Parameter isForAll: whether the file covers all users of a batch.
  /// - Throws: `batch.between`, `batch.keys-missing`, `BatchError.exists`
  package func decide(
    _ census: LineCensus, isForAll: (BatchRecord) throws -> Bool = { _ in false }, in connection: Connection
  ) throws -> Decision {
    newestPart = try BatchRecord.newestPart(besides: number, in: connection)
    try census.requireUniformKeys(of: file)
    let isCovered = census.known >= known + otherwise.count
    switch wish {
    case .goesOn, .again: return .goesOn(note: note(of: census))
    case .new:
      // The same bytes mean other lines with other options, and a batch of its own has them.
      if record != nil, !census.isKeyed, !isCovered { throw BatchError.exists(title, action: action) }
      return .goesOn(note: note(of: census))
    case .rejects:
      // More than is left of what was refused: the file itself was mended, too, or has grown.
      if let record, census.lines - census.known > record.refused {
        throw question(record, census, known: census.shared(with: done, keyed: otherwise), isOwn: true)
      }
      return .goesOn(note: note(of: census))
    case .named where record == nil && (name == title || !knowsOthers): return .goesOn(note: nil)
    case .unsaid, .named: break
    }
    let isOpen = record?.isOpen ?? false
    // The very same bytes go on; where options make other lines of them it is asked.
    if isSameFile, BatchWish.isOf(title, name), census.isKeyed || census.known == census.lines || isOpen && isCovered {
      return .goesOn(note: note(of: census))
    }
    let own = census.isKeyed ? census.crossed : census.known
    guard let other = try mostAlike(census, in: connection) else {
      if own == 0 { return try begin(census, isForAll: isForAll, in: connection) }
      if isOpen, isCovered, census.crossed == 0 { return .goesOn(note: note(of: census)) }
      throw question(record, census)
    }
    if other.lines > own || own == 0, other.batch.action == action, mayEnter(other.batch), !asked.contains(number) {
      asked.insert(number)
      try load(other.batch, in: connection)
      return .again
    }
    throw own > 0
      ? question(record, census, besides: other) : question(other.batch, census, known: other.lines, isOwn: false)
  }

  /// The batch that has done most of the file's lines, besides its own.
  private func mostAlike(
    _ census: LineCensus, in connection: Connection
  ) throws -> (batch: BatchRecord, lines: Int)? {
    var (most, looked): ((batch: BatchRecord, lines: Int)?, Int) = (nil, 0)
    for batch in try BatchRecord.list(in: connection)
    where batch.number != record?.number && mayName(batch) && looked < Self.mostLooked {
      let unkeyed = try batch.meanings(newest: Self.mostLooked - looked, in: connection)
      let keyed = census.isKeyed ? [] : try batch.keyedMeanings(newest: Self.mostLooked - looked, in: connection)
      looked += unkeyed.count + keyed.count
      let lines = census.shared(with: unkeyed, keyed: keyed)
      let isSameFile = !census.isKeyed && batch.sha256 == sha256
      if isSameFile || lines > 0, lines > most?.lines ?? -1 { most = (batch, lines) }
    }
    return most
  }

  /// Begins a new batch, where none has done any of the lines. Under the name of a batch, and for all of its users, the
  /// file may be that batch's, changed in each line.
  private func begin(
    _ census: LineCensus, isForAll: (BatchRecord) throws -> Bool, in connection: Connection
  ) throws -> Decision {
    guard let former = record, census.known == 0, census.lines > 0 else { return .goesOn(note: note(of: census)) }
    // What comes by a pipe has no name of its own.
    let hasName = file != BatchSource.standardInput || wish.name != nil
    if isSameFile || hasName && !census.isKeyed, try isSameFile || isForAll(former) { throw question(former, census) }
    try load(nil, in: connection)
    guard hasName else { return .goesOn(note: nil) }
    return .goesOn(note: "No line was done before, so this is a new batch\(knowsOthers ? ", '\(name)'" : "").")
  }

  /// - Parameters:
  ///   - known: lines that the batch has done, where the check hasn't counted them.
  ///   - isOwn: whether it is the file's own batch, which can be gone on with.
  ///   - other: a further batch that has done some of the lines.
  private func question(
    _ batch: BatchRecord?, _ census: LineCensus, known found: Int? = nil, isOwn: Bool = true,
    besides other: (batch: BatchRecord, lines: Int)? = nil
  ) -> Failure {
    guard let batch else { preconditionFailure("only what a batch has done is asked about") }
    let known = found ?? (census.isKeyed ? census.crossed : census.known)
    return BatchQuestion(
      file: file, batch: told(batch.name), date: Self.day(of: batch), lines: census.lines, faulty: census.faulty,
      known: known, gone: max(0, Int(clamping: batch.lines) - known), isContinuable: isOwn,
      other: other.flatMap { $0.lines > 0 ? (told($0.batch.name), $0.lines) : nil },
      all: census.coins?.all, new: found == nil ? census.coins?.new : nil
    ).failure
  }

  /// Says that a batch goes on, or that all of it was done.
  private func note(of census: LineCensus) -> Sentence? {
    guard let record, census.known > 0, !wish.isAgain else { return nil }
    let day = Self.day(of: record)
    if census.known == census.lines {
      let all = census.faulty > 0 ? "Of the file \(census.lines.counted("line"))" : "All \(census.lines) lines"
      return "\(census.lines == 1 && census.faulty == 0 ? "The line was" : all + " were") done on \(day)."
    }
    return "The batch '\(toldName)' continues: \(census.known) of \(census.lines.counted("line")) "
      + "\(census.known == 1 ? "was" : "were") done on \(day)."
  }

  private static func day(of batch: BatchRecord) -> String { String(batch.changed.description.prefix(10)) }
}
