/// The work of a group commit on the pieces it was given. It lives on the writer's thread, as long as that.
package protocol GroupWorker<Request, Answer> {
  associatedtype Request: Sendable
  associatedtype Answer: Sendable

  /// A write transaction has begun.
  func begin(in connection: Connection) throws

  /// Does one piece. What it throws is the answer of this piece alone; what it had written by then is taken back.
  func run(_ request: Request, in connection: Connection) throws -> Answer

  /// The transaction's pieces are done, and it is about to be committed; fills in what it was about.
  func finish(_ change: inout Change, in connection: Connection) throws

  /// The transaction was taken back: what was remembered of it is not true.
  func forget()

  /// Whether what a piece threw, before it wrote anything, can be mended outside of any transaction, such as by opening
  /// a vault. The piece is then done again, once.
  func canMend(_ error: any Error) -> Bool

  /// Mends it. What this throws is the piece's answer.
  func mend(_ error: any Error) throws
}

extension GroupWorker {
  package func canMend(_ error: any Error) -> Bool { false }
  package func mend(_ error: any Error) throws { throw error }
}

/// The reason why a group commit takes nothing more.
package enum GroupCommitError: Error, Equatable {
  case stopped
}
