internal import Glibc

/// A detached thread with one piece of work.
package final class DetachedThread: Sendable {
  private let body: @Sendable () -> Void

  package init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  package func start() {
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
