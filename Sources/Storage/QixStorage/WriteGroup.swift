/// Commits the writes of many callers together: each in a savepoint of its own, all behind one sync of the disk.
///
/// A caller waits on its own thread until its write is durable or has failed, so to the code within it is a transaction
/// like any other; it runs on the group's thread.
package final class WriteGroup: Sendable {
  private let commits: GroupCommit<Piece, Bool>
  private let database: Database

  /// - Parameter database: writes; its connection is the group's alone.
  package init(_ database: Database, most: Int = 512, capacity: Int = 4_096) {
    self.database = database
    database.letLogGrow()
    commits = GroupCommit(database, nil, most: most, capacity: capacity) { Savepoints() }
  }

  /// Does what waits, and then nothing more.
  package func stop() {
    commits.stop()
    database.endLogGrowth()
  }

  /// Runs `body` in a savepoint, and returns when what it wrote is durable.
  func transaction<Result: Sendable>(_ body: (Connection) throws -> (Result, commits: Bool)) throws -> Result {
    try withoutActuallyEscaping(body) { body in
      let piece = Piece { connection in
        let (result, commits) = try body(connection)
        return (result, commits)
      }
      // The group may still hold the piece; what it was to run is gone when this returns.
      defer { piece.drop() }
      // The piece's own error comes out of it, so that the group's transaction goes on.
      guard case .failure(let fault) = perform(piece) else {
        guard let result = try piece.outcome() as? Result else { preconditionFailure("a piece has another result") }
        return result
      }
      throw fault
    }
  }

  /// Does a piece in a transaction that is on its way anyway, else in one of the group's.
  private func perform(_ piece: Piece) -> Result<Bool, any Error> {
    if let carrier = database.carrier {
      let answer = Answers<Bool>(1)
      carrier.carry(
        Passenger {
          try piece.run(in: $0)
        } completion: {
          answer.take($0, at: 0)
        })
      let result = answer.wait()[0]
      guard case .failure(let fault) = result, fault as? GroupCommitError == .stopped else { return result }
    }
    return commits.perform([piece])[0]
  }

  /// One caller's write.
  ///
  /// The caller's thread waits while the group's thread runs the body, so both see it one after the other.
  private final class Piece: @unchecked Sendable {
    private var body: ((Connection) throws -> (any Sendable, commits: Bool))?
    private var result: Swift.Result<any Sendable, any Error>?

    init(_ body: @escaping (Connection) throws -> (any Sendable, commits: Bool)) { self.body = body }

    func drop() { body = nil }

    func outcome() throws -> any Sendable {
      guard let result else { preconditionFailure("a piece was answered and not done") }
      return try result.get()
    }

    /// - Returns: whether there is something to commit.
    func run(in connection: Connection) throws -> Bool {
      guard let body else { preconditionFailure("a piece is run behind its end") }
      do {
        let made = try connection.savepoint {
          connection.transaction = TransactionMark()
          let (made, commits) = try body(connection)
          guard commits else { throw TakenBack(result: made) }
          return made
        }
        result = .success(made)
        return true
      } catch let taken as TakenBack {
        result = .success(taken.result)
      } catch {
        if GroupWriter<Piece, Bool>.endsTransaction(error) { throw error }
        try connection.requireTransaction()
        result = .failure(error)
      }
      return false
    }
  }

  /// A dry run, or a body that changed nothing.
  private struct TakenBack: Error {
    let result: any Sendable
  }

  private struct Savepoints: GroupWorker {
    func begin(in connection: Connection) {}
    func run(_ request: Piece, in connection: Connection) throws -> Bool? { try request.run(in: connection) }
    func finish(_ change: inout Change, in connection: Connection) {}
    func forget() {}
  }
}
