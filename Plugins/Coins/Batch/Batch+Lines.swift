internal import CoinsContract
internal import QixBatch
internal import QixCalendar
internal import QixModule

/// Doing the lines of one commit, alone or linked with others.
extension Batch {
  /// Fills one commit.
  /// - Parameter most: lines at most; nil for all.
  mutating func fill(
    _ reader: inout RecordReader, _ ledger: Ledger, _ answers: Answers, _ progress: any Progress, most: Int? = nil
  ) throws -> Stop {
    let limit = if let most { reader.record + most } else { Int.max }
    while let line = try nextLine(&reader, in: ledger.connection) {
      let fault =
        line.isLinked
        ? try doChain(from: line, &reader, ledger, answers) : try doAlone(line, reader, ledger, answers)
      // A dry run shows every fault.
      if let fault, !(isKeepGoing || isDryRun) || fault.endsReading { return .fault(fault) }
      if reader.record & 1_023 == 0 {
        progress.advance(to: answers.counts.lines)
        if context.face.interruption.isRequested { return .interrupted }
      }
      if reader.record >= limit { return .full }
    }
    return .end
  }

  /// Goes over what was read so far once more, since somebody else has done lines of the batch meanwhile.
  mutating func startAnew(_ reader: inout RecordReader, in connection: Connection) throws {
    let last = reader.record
    reader = try open()
    while reader.record < last, try nextLine(&reader, in: connection) != nil { rows?.dropPending() }
  }

  /// Does a line that is linked with no other.
  /// - Returns: why it was not done; nil when it was.
  private mutating func doAlone(
    _ line: BatchLine, _ reader: borrowing RecordReader, _ ledger: Ledger, _ answers: Answers
  ) throws -> LineFault? {
    let fault: LineFault
    switch line.content {
    case .failure(let found): fault = found
    case .success(let operation):
      do {
        let outcome = line.wasKeyed ? nil : try apply(operation, line.place, ledger)
        accept(outcome, of: line, name(of: reader, answers), answers)
        return nil
      } catch {
        guard let found = located(error, reader) else { throw error }
        fault = found
      }
    }
    rows?.giveBack([line.place].compactMap(\.self))
    answers.refuse(
      fault, name(of: reader, answers), rejected(reader, line, answers), at: rejectedPlace(reader), header: header)
    return fault
  }

  /// Does the chain that begins with a line, whole or not at all, and answers each of its lines.
  /// - Returns: why it was not done; nil when it was.
  private mutating func doChain(
    from first: BatchLine, _ reader: inout RecordReader, _ ledger: Ledger, _ answers: Answers
  ) throws -> LineFault? {
    var chain = LinkedLines()
    var line = first
    func add(_ reader: borrowing RecordReader) {
      chain.append(line, at: name(of: reader, answers), rejected(reader, line, answers), rejectedPlace(reader))
    }
    add(reader)
    while line.isLinked {
      guard let next = try nextLine(&reader, in: ledger.connection) else {
        chain.breakOff(in: source.name)
        break
      }
      line = next
      add(reader)
    }
    if chain.fault == nil {
      var position = 0
      let entries = chain.entries.filter { !$0.line.wasKeyed }
      do {
        var outcomes = try ledger.applyLinked(entries.compactMap(\.operation)) { position = $0 }[...]
        for entry in chain.entries {
          accept(entry.line.wasKeyed ? nil : outcomes.popFirst(), of: entry.line, entry.name, answers)
        }
        return nil
      } catch {
        guard let fault = located(error, reader) else { throw error }
        chain.fault = LineFault(
          file: source.name, line: entries[position].name.line, column: nil, cause: fault.cause)
      }
    }
    rows?.giveBack(chain.entries.compactMap(\.line.place))
    guard let fault = chain.fault else { preconditionFailure("a chain that was not done has a fault") }
    for entry in chain.entries {
      let line = entry.name.line
      answers.refuse(
        line == fault.line ? fault : fault.linked(to: line), entry.name, entry.rejected, at: entry.place,
        header: header)
    }
    // Where a chain has two faults, the one that ends reading ends the batch.
    if case .failure(let last) = line.content, last.endsReading { return last }
    return fault
  }

  /// Does one operation. A line that was done is known by what it means: its columns may stand in another order by now,
  /// and its texts be saved in another form.
  private func apply(_ operation: Operation, _ place: BatchRows.Place?, _ ledger: Ledger) throws -> Outcome {
    do {
      return try ledger.apply(operation)
    } catch CoinsError.keyConflict(let key, _) {
      guard place?.isKnown ?? false else { throw try ledger.conflict(operation, key: key) }
      let kept = try ledger.details(of: key)
      var same = operation
      (same.metadata, same.reason) = (kept.metadata, kept.reason)
      do {
        return try ledger.apply(same)
      } catch CoinsError.keyConflict {
        throw OtherPayer()
      }
    }
  }

  /// A line was done, or had been.
  /// - Parameter outcome: nil for a line that was done under a key that it no longer has.
  private mutating func accept(_ outcome: Outcome?, of line: BatchLine, _ name: LineName, _ answers: Answers) {
    let operation = try? line.content.get()
    if let outcome {
      if let operation { count(outcome, of: operation) }
      if let place = line.place {
        rows?.accept(place)
      } else if !outcome.isReplay {
        rows?.accept(keyed: line.meaning)
      }
    }
    // The keys that lines get by their batch have its number, which says how many batches there are.
    answers.accept(outcome, of: operation, name, key: rows == nil || mayTell ? line.ownKey : nil)
  }

  private func name(of reader: borrowing RecordReader, _ answers: Answers) -> LineName {
    LineName(line: reader.line, row: reader.record, user: answers.keepsUsers ? lines.user(reader) : nil)
  }

  private func rejected(
    _ reader: borrowing RecordReader, _ line: BatchLine, _ answers: Answers
  ) -> RejectedRecord? {
    guard answers.keepsRejects else { return nil }
    guard case .failure(let fault) = line.content else { return reader.rejected(nil) }
    return reader.rejected(fault.cause as? RecordError)
  }

  /// Where the batch finds the line again when it was mended.
  private func rejectedPlace(_ reader: borrowing RecordReader) -> RejectedPlace? {
    rows.map { RejectedPlace(batch: $0.toldName, line: reader.line) }
  }

  private mutating func count(_ outcome: Outcome, of operation: Operation) {
    guard !outcome.isReplay else { return }
    if operation.makesCoins { allowance.take(outcome.amount) }
    if isDryRun, Lines.areGrants, case .budget(let name)? = operation.from { spent[name, default: 0] += outcome.amount }
  }

  /// Reads the next line; nil at the end. What is wrong with the line itself is a part of what is returned.
  mutating func nextLine(_ reader: inout RecordReader, in connection: Connection) throws -> BatchLine? {
    do {
      guard try reader.next() else { return nil }
    } catch {
      // Nobody knows with what it was linked, so that a line it may have been linked with is not done alone.
      return BatchLine(
        content: .failure(LineFault(error, line: reader.line)),
        isLinked: !error.endsReading && lines.mayBeLinked(reader))
    }
    var isLinked = true
    do {
      isLinked = try lines.isLinked(reader)
      users.hasFoundErased = false
      var operation = try lines.operation(reader, &users, in: connection)
      if users.hasFoundErased, operation.key == nil,
        !(rows?.isNext(operation.meaning(lines.keptColumns(reader), &scratch)) ?? false)
      {
        // Another line than the one that was done there, so that its name stands for nobody.
        users.knowsErased = false
        defer { users.knowsErased = true }
        users.hasFoundErased = false
        operation = try lines.operation(reader, &users, in: connection)
      }
      let ownKey = operation.key
      let meaning = rows == nil ? 0 : operation.meaning(lines.keptColumns(reader), &scratch)
      var place: BatchRows.Place?
      if let ownKey {
        operation.asker = asker
        // A line that was done without a key is that line still.
        if let rows, rows.known > 0, try !KnownKeys.contains(ownKey, in: connection) {
          place = rows.knownPlace(of: meaning)
        }
      } else {
        try rows?.requireName()
        let line = try refusedLine(reader)
        place = try line.flatMap { try rows?.place(of: meaning, refusedAt: $0) } ?? rows?.place(of: meaning)
      }
      operation.key = place?.key ?? ownKey ?? source.lineKeys.key(ofLine: reader.line)
      try Ledger.checkMoment(of: operation, by: principal, reason: reason, at: started, in: connection)
      try owned.check(operation, hasOwnKey: ownKey != nil, in: connection)
      return BatchLine(
        content: .success(operation), meaning: meaning, ownKey: ownKey, place: place, isLinked: isLinked)
    } catch {
      rows?.dropPending()
      guard let fault = located(error, reader) else { throw error }
      return BatchLine(content: .failure(fault), isLinked: isLinked)
    }
  }

  /// The line of the batch's file that the current record was, where it was refused then.
  private func refusedLine(_ reader: borrowing RecordReader) throws(FieldFault) -> Int? {
    guard let rows, rows.wish.isOfRejects else { return nil }
    guard let place = reader.rejectedPlace, place.batch == rows.wish.name else {
      throw FieldFault(
        nil,
        """
        the line does not name the batch '\(rows.wish.name ?? "")' and its own number in it, as the first line \
        does
        """,
        hint: """
          Keep the columns batch and line as they were written. All lines in a file of refused lines belong to one \
          batch.
          """)
    }
    return place.line
  }
}
