internal import QixShake

/// Runs each shake together with those that others hand in at the same time; who asks waits for the answer.
struct GroupedRunner: ShakeRunner {
  let service: ShakeService
  /// The asker's: it writes under their name.
  let database: Database

  func run(_ request: ShakeRequest, reason: String?, isDryRun: Bool) throws -> ShakeAnswer {
    // What is to be taken back, or has a reason for the audit log, is a piece by itself within the same commits.
    guard reason == nil, !isDryRun else {
      return try service.run(request, reason: reason, isDryRun: isDryRun, in: database)
    }
    guard let answer = service.submit([request]).first else { preconditionFailure("a shake was not answered") }
    return try answer.get()
  }

  func submit(
    _ request: ShakeRequest, completion: @escaping @Sendable (Result<ShakeAnswer, any Error>) -> Void
  ) -> Bool {
    service.submit(request, completion: completion)
    return true
  }
}
