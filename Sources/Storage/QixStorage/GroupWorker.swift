/// The work of a group commit on the pieces it was given. It lives on the writer's thread, as long as that.
package protocol GroupWorker<Request, Answer> {
  associatedtype Request: Sendable
  associatedtype Answer: Sendable

  /// A write transaction has begun.
  func begin(in connection: Connection) throws

  /// Does one piece. What it throws is the piece's answer and nobody else's: where it had written something by then, it
  /// is taken back.
  /// - Returns: nil where something has to be got ready first, outside of any transaction; then nothing was written.
  func run(_ request: Request, in connection: Connection) throws -> Answer?

  /// The transaction's pieces are done, and it is about to be committed; fills in what it was about.
  func finish(_ change: inout Change, in connection: Connection) throws

  /// The transaction was taken back: what was remembered of it is not true.
  func forget()

  /// Gets ready what the last piece has asked for, such as an open vault; the piece is then done again. What this throws
  /// is the piece's answer.
  func prepare() throws
}

extension GroupWorker {
  package func prepare() throws {}
}

/// The reason why a group commit takes nothing more.
package enum GroupCommitError: Error, Equatable {
  case stopped
}
