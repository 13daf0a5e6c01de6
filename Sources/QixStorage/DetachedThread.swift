internal import Glibc

/// A detached thread with one piece of work.
final class DetachedThread: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func start() {
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<DetachedThread>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    precondition(code == 0, "no thread can be started: error \(code)")
    pthread_detach(thread)
  }
}
