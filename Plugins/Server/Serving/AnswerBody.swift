internal import QixHTTP
internal import QixModule
internal import Synchronization

/// The output of a command as the body of an answer: whole where it is short, and as it comes where it is long.
final class AnswerBody: OutputSink {
  /// Bytes from which on an answer is sent while the command still runs.
  private static let most = 128 << 10

  private let exchange: any HTTPExchange
  private let fields: HTTPFields
  private let state: Mutex<State>
  /// Whether each line is sent at once.
  private let isStreamed: Bool

  private struct State {
    var bytes: [UInt8] = []
    var language: Language?
    var isSecret = false
    var endsSession = false
    var file: (type: FileType, name: String)?
    var isStarted = false
    var isGone = false

    func describe(_ fields: inout HTTPFields) {
      if let language { fields.speak(language) }
      guard let file else { return }
      fields.replace("Content-Type", with: file.type.rawValue)
      fields.replace("Cache-Control", with: "no-store")
      fields.add([
        "Content-Disposition": "inline; filename=\"\(file.name)\"",
        // A stranger has made it: opened by itself, it is a document without rights.
        "Content-Security-Policy": "default-src 'none'; sandbox", "Cross-Origin-Resource-Policy": "same-origin",
      ])
    }
  }

  init(_ exchange: any HTTPExchange, _ fields: HTTPFields, isStreamed: Bool) {
    (self.exchange, self.fields, self.isStreamed) = (exchange, fields, isStreamed)
    state = Mutex(State())
  }

  let isTerminal = false
  let columns: Int? = nil
  let isPaging = false

  /// The answer as far as it was not sent; nil where it was begun to be sent.
  var whole: [UInt8]? { state.withLock { $0.isStarted ? nil : $0.bytes } }

  /// Whether the client has gone before it had all of it.
  var isGone: Bool { state.withLock { $0.isGone } }

  /// Adds to the fields of the answer what is known of it by now.
  func describe(_ fields: inout HTTPFields) { state.withLock { $0.describe(&fields) } }

  func speak(_ language: Language) { state.withLock { $0.language = language } }

  /// Whether it holds a secret, which nothing keeps.
  var isSecret: Bool { state.withLock { $0.isSecret } }

  func conceal() { state.withLock { $0.isSecret = true } }

  /// Whether the caller's own session is over with it.
  var endsSession: Bool { state.withLock { $0.endsSession } }

  func endSession() { state.withLock { $0.endsSession = true } }

  func begin(_ type: FileType, name: String) { state.withLock { $0.file = (type, name) } }

  func write(_ text: String) throws(OutputError) {
    let isGone = state.withLock { state in
      state.bytes.append(contentsOf: text.utf8)
      return state.bytes.count > Self.most && !send(&state)
    }
    if isGone { throw .closed }
  }

  func writeThrough(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    let isGone = state.withLock { state in
      state.bytes.append(contentsOf: bytes)
      return state.bytes.count > Self.most && !send(&state)
    }
    if isGone { throw .closed }
  }

  func flush() throws(OutputError) {
    guard isStreamed else { return }
    if !(state.withLock { send(&$0) }) { throw .closed }
  }

  func finish() throws(OutputError) {
    let isGone = state.withLock { $0.isStarted && !send(&$0) }
    if isGone { throw .closed }
  }

  /// - Returns: false when the client has gone.
  private func send(_ state: inout State) -> Bool {
    guard !state.bytes.isEmpty else { return true }
    if !state.isStarted {
      state.isStarted = true
      var fields = fields
      state.describe(&fields)
      exchange.start(200, fields)
    }
    defer { state.bytes.removeAll(keepingCapacity: true) }
    do {
      try exchange.write(state.bytes)
      return true
    } catch {
      state.isGone = true
      return false
    }
  }
}

/// A streamed body as a command's standard input.
final class RequestInput: InputSource {
  private let exchange: any HTTPExchange
  private let count = Atomic<Int>(0)
  let name = "the body"
  let isTerminal = false

  init(_ exchange: any HTTPExchange) { self.exchange = exchange }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    let read: Int
    do {
      read = try exchange.read(into: buffer)
    } catch {
      throw .failed(path: name, reason: "the client has gone")
    }
    guard count.add(read, ordering: .relaxed).newValue <= SpooledExchange.most else {
      throw .tooLarge(name: name, limit: SpooledExchange.most)
    }
    return read
  }
}

/// What commands tell beside their answers, and nobody hears.
struct Unheard: OutputSink {
  let isTerminal = false
  let columns: Int? = nil
  let isPaging = false
  func write(_ text: String) {}
  func writeThrough(_ bytes: UnsafeRawBufferPointer) {}
  func flush() {}
  func finish() {}
}
