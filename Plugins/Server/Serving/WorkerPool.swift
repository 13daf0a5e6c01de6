internal import QixModule
internal import Synchronization

/// Threads that do pieces of work, each with a state of its own; a queue in front of them that has an end.
final class WorkerPool<State>: Sendable {
  typealias Piece = @Sendable (inout State) -> Void

  private struct Queue {
    var waiting: [Piece] = []
    /// The position of the first that waits.
    var front = 0
    var isStopping = false

    var count: Int { waiting.count - front }

    mutating func next() -> Piece? {
      guard front < waiting.count else { return nil }
      defer {
        front += 1
        if front == waiting.count {
          waiting.removeAll(keepingCapacity: true)
          front = 0
        }
      }
      return waiting[front]
    }
  }

  private let queue = Mutex(Queue())
  private let work = Semaphore()
  private let ended = Semaphore()
  private let threads: Int
  private let capacity: Int

  /// - Parameters:
  ///   - capacity: pieces that may wait.
  ///   - make: makes a thread's state, on that thread.
  init(threads: Int, capacity: Int, make: @escaping @Sendable () -> State) {
    (self.threads, self.capacity) = (threads, capacity)
    for _ in 0..<threads {
      DetachedThread { [self] in
        var state = make()
        while let piece = take() { piece(&state) }
        ended.post()
      }.start()
    }
  }

  var waiting: Int { queue.withLock { $0.count } }

  /// - Returns: false where too much waits already.
  func submit(_ piece: @escaping Piece) -> Bool {
    let isTaken = queue.withLock { queue in
      guard !queue.isStopping, queue.count < capacity else { return false }
      queue.waiting.append(piece)
      return true
    }
    if isTaken { work.post() }
    return isTaken
  }

  /// Does what waits, and nothing more.
  func stop() {
    queue.withLock { $0.isStopping = true }
    work.post(threads)
    for _ in 0..<threads { ended.wait() }
  }

  private func take() -> Piece? {
    while true {
      let (piece, isOver) = queue.withLock { queue in
        let piece = queue.next()
        return (piece, piece == nil && queue.isStopping)
      }
      if let piece { return piece }
      if isOver { return nil }
      work.wait()
    }
  }
}
