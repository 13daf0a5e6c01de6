internal import QixHTTP
internal import QixModule
internal import Synchronization

/// A batch whose client sends the lines, and takes the answers, in its own time: both stand in files without names
/// meanwhile, so that the thread that does it waits for no client.
final class SpooledExchange: HTTPExchange {
  /// Bytes of a batch, and of answers that wait for a client.
  static let most = 256 << 20

  /// The client's own.
  private let client: any HTTPExchange
  private let lines: NamelessFile
  private let answers: NamelessFile
  private let state = Mutex(State())
  /// The places that it has until it is answered.
  private let turns: [Turns.Turn]
  /// Whether others wait for the thread that does it.
  private let isWanted: @Sendable () -> Bool

  private struct State {
    var isBegun = false
    /// Whether it waited too long, and is not to be begun.
    var isGivenUp = false
    /// Whether it was answered to its end.
    var isOver = false
    /// Whether the answer follows bit by bit.
    var isStarted = false
    var isGone = false
  }

  /// - Throws: `StorageError` where there is no room for its files.
  init(
    _ client: any HTTPExchange, in home: HomeFolder, _ turns: [Turns.Turn], isWanted: @escaping @Sendable () -> Bool
  ) throws {
    (self.client, self.turns, self.isWanted) = (client, turns, isWanted)
    lines = try NamelessFile("batch", in: home)
    answers = try NamelessFile("batch", in: home)
  }

  // MARK: On the batch's own thread

  /// Takes the lines.
  /// - Throws: `HTTPClientGone`; `StorageError` where the disk is full.
  func receive() throws {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    // Whoever reads one that is too long is told so.
    while lines.count <= Self.most {
      let count = try buffer.withUnsafeMutableBytes { try client.read(into: $0) }
      guard count > 0 else { return }
      try buffer.withUnsafeBytes { try lines.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  /// Hands on the answers as they come, until they are whole.
  /// - Parameter patience: milliseconds for which it waits to be begun.
  /// - Returns: false where nothing was begun, nor will be.
  func deliver(patience: Int) -> Bool {
    var waited = 0
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let now = state.withLock { state -> State in
        if !state.isBegun, !state.isOver, waited >= patience { state.isGivenUp = true }
        return state
      }
      if now.isGivenUp { return false }
      let count = now.isGone ? 0 : buffer.withUnsafeMutableBytes { answers.read(into: $0) }
      if count > 0 {
        do { try client.write(Array(buffer[..<count])) } catch { state.withLock { $0.isGone = true } }
      } else if now.isOver {
        // What was answered in one piece went out so.
        if now.isStarted {
          endTurns()
          client.end()
        }
        return true
      } else {
        Pause.wait(milliseconds: Self.pause)
        if !now.isBegun { waited += Self.pause }
      }
    }
  }

  /// Milliseconds between two looks for answers.
  private static let pause = 5

  // MARK: On the thread that does it

  /// - Returns: false where it has waited too long, and was answered so.
  func begin() -> Bool {
    state.withLock { state in
      state.isBegun = true
      return !state.isGivenUp
    }
  }

  var head: HTTPHead { client.head }
  let body: [UInt8] = []

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPClientGone) -> Int { lines.read(into: buffer) }

  func respond(_ response: HTTPResponse) {
    endTurns()
    client.respond(response)
    state.withLock { $0.isOver = true }
  }

  func start(_ status: Int, _ fields: HTTPFields) {
    client.start(status, fields)
    state.withLock { $0.isStarted = true }
  }

  func write(_ bytes: [UInt8]) throws(HTTPClientGone) {
    while try !offer(bytes, most: Self.most) {
      // A client that is so far behind keeps nobody else waiting; the same lines again are answered as done.
      guard !isWanted() else { throw HTTPClientGone() }
      Pause.wait(milliseconds: Self.pause)
    }
  }

  func offer(_ bytes: [UInt8], most: Int) throws(HTTPClientGone) -> Bool {
    guard !state.withLock({ $0.isGone }) else { throw HTTPClientGone() }
    guard answers.count < most else { return false }
    // What the disk has no room for, the client doesn't get.
    do { try bytes.withUnsafeBytes { try answers.append($0) } } catch { throw HTTPClientGone() }
    return true
  }

  func end() { state.withLock { $0.isOver = true } }

  private func endTurns() { for turn in turns { turn.end() } }
}
