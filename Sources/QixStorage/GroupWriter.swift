/// The thread's part of a group commit: transactions and answers.
final class GroupWriter<Request: Sendable, Answer: Sendable> {
  typealias Item = GroupCommit<Request, Answer>.Item
  private typealias Answered = Result<Answer, any Error>

  private let database: Database
  /// Nil where each piece writes its own entry into the audit log.
  private let change: Change?
  private let worker: any GroupWorker<Request, Answer>

  init(_ database: Database, _ change: Change?, _ worker: any GroupWorker<Request, Answer>) {
    self.database = database
    self.change = change
    self.worker = worker
  }

  /// A piece failed behind a write of its own.
  private struct Spoiled: Error {
    let index: Int
    let cause: any Error
  }

  /// The outcome of a transaction.
  private struct Committed: Sendable {
    var answers: [Answered] = []
    /// Whether the piece behind the last answer asks for something to be got ready.
    var isUnready = false
  }

  /// Does the pieces, in as few transactions as can be, and answers each.
  /// - Returns: the fault after which nothing more may be written.
  func commit(_ items: [Item]) -> (any Error)? {
    var rest = items[...]
    while !rest.isEmpty {
      do {
        let committed = try transaction(rest)
        answer(&rest, committed.answers)
        if committed.isUnready {
          do { try worker.prepare() } catch { answer(&rest, [.failure(error)]) }
        }
      } catch let spoiled as Spoiled {
        do {
          let before = rest[..<spoiled.index]
          if !before.isEmpty {
            // What went well a moment ago may fail now, with the clock gone on: then it is spoiled in its turn.
            let again = try transaction(before)
            answer(&rest, again.answers)
          }
          if rest.startIndex == spoiled.index { answer(&rest, [.failure(spoiled.cause)]) }
        } catch is Spoiled {
          continue
        } catch {
          answer(&rest, Array(repeating: .failure(error), count: rest.count))
          if Self.isLast(error) { return error }
        }
      } catch {
        answer(&rest, Array(repeating: .failure(error), count: rest.count))
        if Self.isLast(error) { return error }
      }
    }
    return nil
  }

  private func answer(_ rest: inout ArraySlice<Item>, _ answers: [Answered]) {
    var index = rest.startIndex
    for answer in answers {
      rest[index].completion(answer)
      index += 1
    }
    rest = rest[index...]
  }

  private func transaction(_ items: ArraySlice<Item>) throws -> Committed {
    do {
      return try write { connection, change in
        try worker.begin(in: connection)
        var committed = Committed()
        committed.answers.reserveCapacity(items.count)
        for index in items.indices {
          let before = connection.base.totalChanges
          do {
            guard let answer = try worker.run(items[index].request, in: connection) else {
              committed.isUnready = true
              break
            }
            committed.answers.append(.success(answer))
          } catch {
            if Self.endsTransaction(error) { throw error }
            try connection.requireTransaction()
            guard connection.base.totalChanges == before else { throw Spoiled(index: index, cause: error) }
            committed.answers.append(.failure(error))
          }
        }
        try worker.finish(&change, in: connection)
        return committed
      }
    } catch {
      worker.forget()
      throw error
    }
  }

  private func write(_ body: (Connection, inout Change) throws -> Committed) throws -> Committed {
    if let change { return try database.write(change, body) }
    return try database.transaction { connection in
      var unused = Change("")
      let before = connection.base.totalChanges
      let committed = try body(connection, &unused)
      try connection.requireTransaction()
      return (committed, commits: connection.base.totalChanges != before)
    }
  }

  /// Whether an error is of the storage itself, so that the whole transaction is in doubt.
  static func endsTransaction(_ error: any Error) -> Bool {
    switch error as? StorageError {
    case nil, .constraint, .file: false
    default: true
    }
  }

  /// Whether nothing may be written after it to the same handle.
  private static func isLast(_ error: any Error) -> Bool {
    if case .inputOutput = error as? StorageError { return true }
    return false
  }
}
