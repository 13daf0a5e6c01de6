internal import Glibc
internal import QixKernel
internal import Synchronization

/// Commits the work of many callers together: one thread writes, each of its transactions takes what waits, and all are
/// answered behind one sync of the disk.
///
/// A piece that fails doesn't affect the others. There is no savepoint around each, which would cost every piece a copy
/// of the pages it changes: a piece that fails before it has written anything is simply answered. Where one fails
/// behind a write, the transaction is rolled back, what stood before it is done again and committed, it gets its error,
/// and the rest goes on in a transaction of its own. So a piece may run more than once, but what one run of it left
/// behind counts.
///
/// After a failed write or sync no caller is told of success, and nothing more is taken (docs/decisions/0023).
///
/// What others write to the same database goes along in its transactions (`Passenger`), behind its own pieces.
package final class GroupCommit<Request: Sendable, Answer: Sendable>: Sendable {
  package typealias Completion = @Sendable (Result<Answer, any Error>) -> Void

  /// A class, so that passing it on costs the same whatever it holds.
  final class Item: Sendable {
    let request: Request
    let completion: Completion

    init(_ request: Request, _ completion: @escaping Completion) {
      self.request = request
      self.completion = completion
    }
  }

  private struct State {
    var waiting: [Item] = []
    /// Others' writes that wait for the next transaction.
    var boarding: [Passenger] = []
    /// Callers that wait for room.
    var blocked = 0
    var isStopping = false
    var fault: (any Error)?
    var isRunning = false

    // Counted, since this is asked for each piece and the compiler makes no own copy of it for each kind of them.
    var isIdle: Bool { waiting.count + boarding.count == 0 }
  }

  private let state = Mutex(State())
  /// There is work, or the end.
  private let work = Semaphore()
  private let room = Semaphore()
  private let ended = Semaphore()
  /// Pieces in one transaction.
  package let most: Int
  /// Pieces that may wait for the next one; who brings more waits.
  package let capacity: Int
  private let makeWriter: @Sendable () -> GroupWriter<Request, Answer>
  /// The database whose other writes go along; nil where none do.
  private let carried: Database?

  /// - Parameters:
  ///   - change: what the transactions are about; the worker may fill in the subject. Nil where each piece writes its own
  ///     entry into the audit log.
  ///   - most: pieces in one transaction. Greater ones gain little, and everybody in them waits longer.
  ///   - carriesOthers: whether what write groups of the same database write goes along from the first piece until
  ///     `stop`.
  ///   - makeWorker: is called on the writer's thread.
  package init(
    _ database: Database, _ change: Change?, most: Int = 8_192, capacity: Int = 65_536, carriesOthers: Bool = false,
    makeWorker: @escaping @Sendable () -> any GroupWorker<Request, Answer>
  ) {
    precondition(most > 0 && capacity > 0)
    self.most = most
    self.capacity = capacity
    carried = carriesOthers ? database : nil
    makeWriter = { GroupWriter(database, change, makeWorker()) }
  }

  /// Hands in one piece of work. Waits while too much is waiting already.
  /// - Parameter completion: is called once, on the writer's thread, when the work is durable or has failed; at once on
  ///   this thread where nothing more is taken.
  package func submit(_ request: Request, completion: @escaping Completion) {
    let item = Item(request, completion)
    // Most of the time there is room, and the writer is running already.
    let isTaken = state.withLock { state in
      guard !state.isStopping, state.isRunning, state.waiting.count < capacity else { return false }
      if state.isIdle { work.post() }
      state.waiting.append(item)
      return true
    }
    if !isTaken { submit([item]) }
  }

  /// Hands in several, which stay in their order.
  package func submit(_ requests: [Request], completion: @escaping @Sendable (Int, Result<Answer, any Error>) -> Void) {
    submit(
      requests.enumerated().map { index, request in Item(request) { completion(index, $0) } })
  }

  private func submit(_ items: [Item]) {
    var rest = items[...]
    while !rest.isEmpty {
      let (taken, refusal) = state.withLock { state -> (Int, (any Error)?) in
        if let fault = state.fault { return (0, fault) }
        guard !state.isStopping else { return (0, GroupCommitError.stopped) }
        let space = min(rest.count, capacity - state.waiting.count)
        guard space > 0 else {
          state.blocked += 1
          return (0, nil)
        }
        if state.isIdle { work.post() }
        state.waiting.append(contentsOf: rest.prefix(space))
        startIfNeeded(&state)
        return (space, nil)
      }
      if let refusal {
        for item in rest { item.completion(.failure(refusal)) }
        return
      }
      if taken == 0 { room.wait() }
      rest = rest.dropFirst(taken)
    }
  }

  /// Hands in several and waits for all of their answers.
  package func perform(_ requests: [Request]) -> [Result<Answer, any Error>] {
    guard !requests.isEmpty else { return [] }
    let answers = Answers<Answer>(requests.count)
    submit(requests) { answers.take($1, at: $0) }
    return answers.wait()
  }

  /// Takes nothing more, does what waits, and waits until that is done.
  package func stop() {
    let runs = state.withLock { state in
      let isFirst = !state.isStopping
      state.isStopping = true
      if isFirst { work.post() }
      room.post(state.blocked)
      state.blocked = 0
      return state.isRunning
    }
    carried?.carrier = nil
    guard runs else { return }
    ended.wait()
    // Wakes other threads that wait for the end.
    ended.post()
  }

  private func startIfNeeded(_ state: inout State) {
    guard !state.isRunning else { return }
    state.isRunning = true
    carried?.carrier = self
    let thread = DetachedThread { [self] in
      let writer = makeWriter()
      let clock = SystemClock()
      while let (items, passengers) = take() {
        let start = clock.monotonicMicroseconds()
        if let fault = writer.commit(items, passengers) { fail(with: fault) }
        let end = clock.monotonicMicroseconds()
        gather(items.count + passengers.count, until: end + min((end - start) / 2, Self.mostPatience), clock)
      }
      ended.post()
    }
    thread.start()
  }

  /// Microseconds for which a transaction waits for others to come along.
  private static var mostPatience: Int64 { 1_000 }

  /// Waits a moment for those who were just answered and come again at once: the first of them would have a transaction
  /// and its sync for themselves, and all others the next one.
  /// - Parameters:
  ///   - count: those who were answered.
  ///   - end: half the time of their transaction from now at most, by the monotonic clock.
  private func gather(_ count: Int, until end: Int64, _ clock: SystemClock) {
    guard count > 1 else { return }
    while clock.monotonicMicroseconds() < end {
      let isEnough = state.withLock { state in
        state.isStopping || 4 * (state.waiting.count + state.boarding.count) > 3 * count
      }
      if isEnough { return }
      usleep(50)
    }
  }

  /// Takes what waits; nil when it is over.
  private func take() -> ([Item], [Passenger])? {
    while true {
      let (items, passengers, isOver) = state.withLock { state -> ([Item], [Passenger], Bool) in
        guard !state.isIdle else { return ([], [], state.isStopping) }
        let passengers = state.boarding
        state.boarding = []
        let items: [Item]
        if state.waiting.count <= most {
          items = state.waiting
          state.waiting = []
          state.waiting.reserveCapacity(most)
        } else {
          items = Array(state.waiting.prefix(most))
          state.waiting.removeFirst(most)
          work.post()
        }
        room.post(state.blocked)
        state.blocked = 0
        return (items, passengers, false)
      }
      if !items.isEmpty || !passengers.isEmpty { return (items, passengers) }
      if isOver { return nil }
      work.wait()
    }
  }

  /// Ends everything: what waits gets the fault, and so does whatever comes.
  private func fail(with fault: any Error) {
    let (rest, passengers) = state.withLock { state in
      state.fault = fault
      state.isStopping = true
      room.post(state.blocked)
      state.blocked = 0
      defer { (state.waiting, state.boarding) = ([], []) }
      return (state.waiting, state.boarding)
    }
    for item in rest { item.completion(.failure(fault)) }
    for passenger in passengers { passenger.completion(.failure(fault)) }
  }
}

extension GroupCommit: Carrier {
  func carry(_ passenger: Passenger) {
    let refusal = state.withLock { state -> (any Error)? in
      if let fault = state.fault { return fault }
      guard !state.isStopping else { return GroupCommitError.stopped }
      if state.isIdle { work.post() }
      state.boarding.append(passenger)
      startIfNeeded(&state)
      return nil
    }
    if let refusal { passenger.completion(.failure(refusal)) }
  }
}

/// Answers as they come in, for a caller that waits for all of them.
final class Answers<Answer: Sendable>: Sendable {
  private struct State {
    var answers: [Result<Answer, any Error>?]
    var missing: Int
  }

  private let state: Mutex<State>
  private let done = Semaphore()

  init(_ count: Int) { state = Mutex(State(answers: Array(repeating: nil, count: count), missing: count)) }

  func take(_ answer: Result<Answer, any Error>, at index: Int) {
    let isLast = state.withLock { state in
      state.answers[index] = answer
      state.missing -= 1
      return state.missing == 0
    }
    if isLast { done.post() }
  }

  func wait() -> [Result<Answer, any Error>] {
    done.wait()
    return state.withLock { $0.answers.compactMap { $0 } }
  }
}
