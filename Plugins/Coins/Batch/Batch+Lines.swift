internal import CoinsContract
internal import QixBatch
internal import QixFormats
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// Doing the lines of one commit, alone or linked with others.
extension Batch {
  /// Fills one commit.
  mutating func fill(
    _ reader: inout RecordReader, _ ledger: Ledger, _ answers: Answers, _ progress: Progress
  ) throws -> Stop {
    let limit = isDryRun ? Int.max : reader.record + Self.commitSize
    while let line = try nextLine(&reader, in: ledger.connection) {
      let fault =
        line.isLinked
        ? try doChain(from: line, &reader, ledger, answers) : try doAlone(line, reader, ledger, answers)
      guard !allowance.isExceeded else { throw ApprovalError.uncounted(file: source.name) }
      if let fault, !isKeepGoing || fault.endsReading { return .fault(fault) }
      if reader.record & 1_023 == 0 {
        progress.advance(to: answers.counts.lines)
        if context.terminal.interruption.isRequested { return .interrupted }
      }
      if reader.record >= limit { return .full }
    }
    return .end
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
        let outcome = try ledger.apply(operation)
        count(outcome, of: operation)
        answers.accept(outcome, line: reader.line, key: operation.key)
        return nil
      } catch {
        guard let found = located(error, reader) else { throw error }
        fault = found
      }
    }
    answers.refuse(fault, raw: reader.raw(), header: header)
    return fault
  }

  /// Does the chain that begins with a line, whole or not at all, and answers each of its lines.
  /// - Returns: why it was not done; nil when it was.
  private mutating func doChain(
    from first: BatchLine, _ reader: inout RecordReader, _ ledger: Ledger, _ answers: Answers
  ) throws -> LineFault? {
    var chain = LinkedLines()
    var line = first
    chain.append(line, at: reader.line, raw: answers.keepsRejects ? Array(reader.raw()) : [])
    while line.isLinked {
      guard let next = try nextLine(&reader, in: ledger.connection) else {
        chain.breakOff(in: source.name)
        break
      }
      line = next
      chain.append(line, at: reader.line, raw: answers.keepsRejects ? Array(reader.raw()) : [])
    }
    if chain.fault == nil {
      var position = 0
      do {
        let outcomes = try ledger.applyLinked(chain.operations) { position = $0 }
        for (outcome, entry) in zip(outcomes, chain.entries) {
          if let operation = entry.operation { count(outcome, of: operation) }
          answers.accept(outcome, line: entry.line, key: entry.operation?.key)
        }
        return nil
      } catch {
        guard let fault = located(error, reader) else { throw error }
        chain.fault = LineFault(
          file: source.name, line: chain.entries[position].line, column: nil, cause: fault.cause)
      }
    }
    guard let fault = chain.fault else { preconditionFailure("a chain that was not done has a fault") }
    for entry in chain.entries {
      answers.refuse(entry.line == fault.line ? fault : fault.linked(to: entry.line), raw: entry.raw, header: header)
    }
    // Where a chain has two faults, the one that ends reading ends the batch.
    if case .failure(let last) = line.content, last.endsReading { return last }
    return fault
  }

  private mutating func count(_ outcome: Outcome, of operation: Operation) {
    if operation.makesCoins, !outcome.isReplay { allowance.take(outcome.amount) }
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
      let operation = try lines.operation(reader, &users, in: connection)
      try Ledger.checkMoment(of: operation, by: principal, reason: reason, at: started, in: connection)
      try owned.check(operation, in: connection)
      return BatchLine(content: .success(operation), isLinked: isLinked)
    } catch {
      guard let fault = located(error, reader) else { throw error }
      return BatchLine(content: .failure(fault), isLinked: isLinked)
    }
  }
}
