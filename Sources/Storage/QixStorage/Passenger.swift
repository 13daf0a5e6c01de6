/// A write that goes along in a transaction of others, and says whether it has changed anything.
///
/// It runs behind the pieces whose transaction it is, so it never runs twice, and takes back by itself what it did where
/// it fails: then what it throws is its answer alone.
final class Passenger: Sendable {
  let run: @Sendable (Connection) throws -> Bool
  /// Is called once, when what it wrote is durable or has failed.
  let completion: @Sendable (Result<Bool, any Error>) -> Void

  init(
    _ run: @escaping @Sendable (Connection) throws -> Bool,
    completion: @escaping @Sendable (Result<Bool, any Error>) -> Void
  ) {
    (self.run, self.completion) = (run, completion)
  }
}

/// Takes passengers along.
protocol Carrier: AnyObject, Sendable {
  /// - Postcondition: the passenger is answered, with `GroupCommitError.stopped` where nothing more is taken.
  func carry(_ passenger: Passenger)
}
