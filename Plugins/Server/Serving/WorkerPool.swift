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
    /// Threads that found nothing to do, and were not woken since. Nobody else is woken: a thread that is busy looks for
    /// the next piece by itself.
    var sleeping = 0

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
    let (isTaken, wakes) = queue.withLock { queue in
      guard !queue.isStopping, queue.count < capacity else { return (false, false) }
      queue.waiting.append(piece)
      guard queue.sleeping > 0 else { return (true, false) }
      queue.sleeping -= 1
      return (true, true)
    }
    if wakes { work.post() }
    return isTaken
  }

  /// Does what waits, and nothing more.
  func stop() {
    let sleeping = queue.withLock { queue in
      queue.isStopping = true
      defer { queue.sleeping = 0 }
      return queue.sleeping
    }
    work.post(sleeping)
    for _ in 0..<threads { ended.wait() }
  }

  private func take() -> Piece? {
    while true {
      let (piece, isOver) = queue.withLock { queue in
        let piece = queue.next()
        let isOver = piece == nil && queue.isStopping
        if piece == nil, !isOver { queue.sleeping += 1 }
        return (piece, isOver)
      }
      if let piece { return piece }
      if isOver { return nil }
      work.wait()
    }
  }
}
