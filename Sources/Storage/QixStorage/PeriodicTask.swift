/// Does the same thing again and again on a thread of its own, beside whatever else the program does.
package final class PeriodicTask: Sendable {
  private let ending = EndSignal()
  private let ended = Semaphore()

  /// Begins at once.
  /// - Parameters:
  ///   - microseconds: between the end of one time and the beginning of the next, by the system's clock.
  ///   - body: gets a function that tells whether it should come to an end. It runs once at least, however early `stop`
  ///     comes.
  package init(every microseconds: Int64, _ body: @escaping @Sendable (_ isStopping: () -> Bool) -> Void) {
    let (ending, ended) = (ending, ended)
    DetachedThread {
      repeat { body { ending.isGiven } } while !ending.wait(microseconds: microseconds)
      ended.post()
    }.start()
  }

  /// Ends it, and waits until what is being done is done.
  package func stop() {
    ending.give()
    ended.wait()
    // Wakes other threads that wait for the end.
    ended.post()
  }
}
