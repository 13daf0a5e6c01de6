internal import Glibc
internal import Synchronization

/// Runs two pieces of work at the same time, one on a thread of its own, and waits for both.
///
/// - Throws: what the first throws, else what the second throws.
package func concurrently<First: Sendable, Second: Sendable>(
  _ first: @escaping @Sendable () throws -> First, _ second: () throws -> Second
) throws -> (First, Second) {
  let work = ThreadWork(first)
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { argument in
      if let argument { Unmanaged<AnyThreadWork>.fromOpaque(argument).takeRetainedValue().run() }
      return nil
    }, Unmanaged<AnyThreadWork>.passRetained(work).toOpaque())
  guard code == 0 else {
    Unmanaged<AnyThreadWork>.passUnretained(work).release()
    // Without a second thread it takes longer, nothing else.
    return (try first(), try second())
  }
  let other = Result { try second() }
  pthread_join(thread, nil)
  return (try work.result(), try other.get())
}

private class AnyThreadWork {
  func run() {}
}

private final class ThreadWork<Value: Sendable>: AnyThreadWork {
  private let body: @Sendable () throws -> Value
  private let outcome = Mutex<Result<Value, any Error>?>(nil)

  init(_ body: @escaping @Sendable () throws -> Value) { self.body = body }

  override func run() {
    let result = Result { try body() }
    outcome.withLock { $0 = result }
  }

  func result() throws -> Value {
    guard let result = outcome.withLock({ $0 }) else { preconditionFailure("the thread was joined before it ran") }
    return try result.get()
  }
}
