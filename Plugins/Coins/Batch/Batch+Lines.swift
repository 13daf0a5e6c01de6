internal import CoinsContract
internal import QixBatch
internal import QixCalendar
internal import QixModule

/// Doing the lines of one commit, alone or linked with others.
extension Batch {
  /// Fills one commit.
  /// - Parameter most: lines at most; nil for all.
  mutating func fill(
    _ reader: inout RecordReader, _ ledger: Ledger, _ answers: Answers, _ progress: Progress, most: Int? = nil
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
        if context.terminal.interruption.isRequested { return .interrupted }
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
        let outcome = try apply(operation, line.place, ledger)
        count(outcome, of: operation)
        accept(line.place, line.keyed, outcome)
        answers.accept(
          outcome, of: operation, name(of: reader, answers), key: told(operation, line.place),
          isSecret: isSecret(line.place))
        return nil
      } catch {
        guard let found = located(error, reader) else { throw error }
        fault = found
      }
    }
    rows?.giveBack([line.place].compactMap(\.self))
    answers.refuse(fault, name(of: reader, answers), rejected(reader, line, answers), header: header)
    return fault
  }

  /// Does the chain that begins with a line, whole or not at all, and answers each of its lines.
  /// - Returns: why it was not done; nil when it was.
  private mutating func doChain(
    from first: BatchLine, _ reader: inout RecordReader, _ ledger: Ledger, _ answers: Answers
  ) throws -> LineFault? {
    var chain = LinkedLines()
    var line = first
    chain.append(line, at: name(of: reader, answers), rejected(reader, line, answers))
    while line.isLinked {
      guard let next = try nextLine(&reader, in: ledger.connection) else {
        chain.breakOff(in: source.name)
        break
      }
      line = next
      chain.append(line, at: name(of: reader, answers), rejected(reader, line, answers))
    }
    if chain.fault == nil {
      var position = 0
      do {
        let outcomes = try ledger.applyLinked(chain.operations) { position = $0 }
        for (outcome, entry) in zip(outcomes, chain.entries) {
          if let operation = entry.operation { count(outcome, of: operation) }
          accept(entry.place, entry.keyed, outcome)
          answers.accept(
            outcome, of: entry.operation, entry.line, key: entry.operation.flatMap { told($0, entry.place) },
            isSecret: isSecret(entry.place)
          )
        }
        return nil
      } catch {
        guard let fault = located(error, reader) else { throw error }
        chain.fault = LineFault(
          file: source.name, line: chain.entries[position].line.line, column: nil, cause: fault.cause)
      }
    }
    rows?.giveBack(chain.entries.compactMap(\.place))
    guard let fault = chain.fault else { preconditionFailure("a chain that was not done has a fault") }
    for entry in chain.entries {
      let line = entry.line.line
      answers.refuse(
        line == fault.line ? fault : fault.linked(to: line), entry.line, entry.rejected, header: header)
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
      if Self.meansSame(operation.metadata, kept.metadata) { same.metadata = kept.metadata }
      if CommonColumns.meant(operation.reason ?? "") == CommonColumns.meant(kept.reason ?? "") {
        same.reason = kept.reason
      }
      do {
        return try ledger.apply(same)
      } catch CoinsError.keyConflict {
        let options = try ledger.differences(same, from: key)
        throw OtherOptions(
          options: options.map { $0 == "--expires" && shape.zone != .utc ? "--expires or --zone" : $0 })
      }
    }
  }

  /// A line was done, or had been.
  private func accept(_ place: BatchRows.Place?, _ keyed: UInt64?, _ outcome: Outcome) {
    if let place { rows?.accept(place) }
    if let keyed, !outcome.isReplay { rows?.accept(keyed: keyed) }
  }

  /// The key that an answer names: the line's own, where what stands in the file may be told. Those that lines get by their
  /// batch have its number, which says how many batches there are.
  private func told(_ operation: Operation, _ place: BatchRows.Place?) -> String? {
    place != nil || rows != nil && !mayTell ? nil : operation.key
  }

  /// Whether the line was done before by somebody of whom the sender may not know.
  private func isSecret(_ place: BatchRows.Place?) -> Bool { place?.isKnown ?? false && rows?.isSecret ?? false }

  /// Whether what is kept with two lines is the same, in any order and form.
  private static func meansSame(_ now: String?, _ then: String?) -> Bool {
    func members(_ text: String?) -> [String: [UInt8]] {
      guard let text, let object = try? JSONValue(parsing: text).object else { return [:] }
      let values = object.members.map { ($0.key, CommonColumns.meant($0.value.string ?? $0.value.text())) }
      return Dictionary(values.filter { !$0.1.isEmpty }) { first, _ in first }
    }
    return members(now) == members(then)
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

  /// What a line with a key would be known by without it; nil while lines are counted and none like it was done so.
  private mutating func keyedMeaning(
    of operation: Operation, _ own: OwnWords, _ rows: BatchRows, in connection: Connection
  ) throws -> UInt64? {
    guard !isCounting || rows.hasOthers || hasNews else { return nil }
    let meaning = operation.meaning(own, &scratch)
    guard isCounting else { return meaning }
    // A key that is known pays nothing.
    let isNew =
      try rows.mayBeDoneWithoutKey(meaning, in: connection) && !KnownKeys.contains(operation.key, in: connection)
    return isNew ? meaning : nil
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
        !(rows?.isNext(operation.meaning(lines.own(reader), &scratch)) ?? false)
      {
        // Another line than the one that was done there, so that its name stands for nobody.
        users.knowsErased = false
        defer { users.knowsErased = true }
        users.hasFoundErased = false
        operation = try lines.operation(reader, &users, in: connection)
      }
      var place: BatchRows.Place?
      var keyed: UInt64?
      let hasOwnKey = operation.key != nil
      if hasOwnKey { operation.asker = asker }
      if !hasOwnKey {
        try rows?.requireName()
        let own = lines.own(reader)
        let whole = own.completed(by: lines, in: shape.zone).map { operation.meaning($0, &scratch) }
        place = rows?.place(of: operation.meaning(own, &scratch), whole: whole)
        operation.key = place?.key ?? source.lineKeys.key(ofLine: reader.line)
      } else if let rows {
        keyed = try keyedMeaning(of: operation, lines.own(reader), rows, in: connection)
      }
      try Ledger.checkMoment(of: operation, by: principal, reason: reason, at: started, in: connection)
      try owned.check(operation, hasOwnKey: hasOwnKey, in: connection)
      return BatchLine(content: .success(operation), place: place, keyed: keyed, isLinked: isLinked)
    } catch {
      rows?.dropPending()
      guard let fault = located(error, reader) else { throw error }
      return BatchLine(content: .failure(fault), isLinked: isLinked)
    }
  }
}
