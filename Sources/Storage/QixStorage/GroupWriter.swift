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
    var passengers: [Result<Bool, any Error>] = []
    /// Whether the piece behind the last answer asks for something to be got ready.
    var isUnready = false
  }

  /// Does the pieces, in as few transactions as can be, and answers each; passengers go along in the first that succeeds.
  /// - Returns: the fault after which nothing more may be written.
  func commit(_ items: [Item], _ passengers: [Passenger]) -> (any Error)? {
    var (rest, passengers) = (items[...], passengers)
    func answerAll(_ error: any Error) {
      answer(&rest, Array(repeating: .failure(error), count: rest.count))
      for passenger in passengers { passenger.completion(.failure(error)) }
      passengers = []
    }
    while !rest.isEmpty || !passengers.isEmpty {
      do {
        let committed = try transaction(rest, passengers)
        for (passenger, answer) in zip(passengers, committed.passengers) { passenger.completion(answer) }
        passengers = []
        answer(&rest, committed.answers)
        if committed.isUnready {
          do { try worker.prepare() } catch { answer(&rest, [.failure(error)]) }
        }
      } catch let spoiled as Spoiled {
        do {
          let before = rest[..<spoiled.index]
          if !before.isEmpty {
            // What went well a moment ago may fail now, with the clock gone on: then it is spoiled in its turn.
            let again = try transaction(before, [])
            answer(&rest, again.answers)
          }
          if rest.startIndex == spoiled.index { answer(&rest, [.failure(spoiled.cause)]) }
        } catch is Spoiled {
          continue
        } catch {
          answerAll(error)
          if Self.isLast(error) { return error }
        }
      } catch {
        answerAll(error)
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

  private func transaction(_ items: ArraySlice<Item>, _ passengers: [Passenger]) throws -> Committed {
    do {
      return try database.transaction { connection in
        let before = connection.base.totalChanges
        var committed = items.isEmpty ? Committed() : try recorded(items, in: connection)
        for passenger in passengers {
          do {
            committed.passengers.append(.success(try passenger.run(connection)))
          } catch {
            if Self.endsTransaction(error) { throw error }
            committed.passengers.append(.failure(error))
          }
        }
        try connection.requireTransaction()
        return (committed, commits: connection.base.totalChanges != before)
      }
    } catch {
      worker.forget()
      throw error
    }
  }

  /// Does the pieces, with the entry in the audit log that all of them share.
  private func recorded(_ items: ArraySlice<Item>, in connection: Connection) throws -> Committed {
    guard let change else {
      var unused = Change("")
      return try run(items, &unused, in: connection)
    }
    return try database.record(change, in: connection) { try run(items, &$1, in: $0) }.0
  }

  private func run(_ items: ArraySlice<Item>, _ change: inout Change, in connection: Connection) throws -> Committed {
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
