internal import QixShake

/// Runs each shake together with those that others hand in at the same time; who asks waits for the answer.
struct GroupedRunner: ShakeRunner {
  let service: ShakeService

  func run(_ request: ShakeRequest, reason: String?, isDryRun: Bool) throws -> ShakeAnswer {
    // What is to be taken back, or has a reason of its own, is a transaction of its own.
    guard reason == nil, !isDryRun else { return try service.run(request, reason: reason, isDryRun: isDryRun) }
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
