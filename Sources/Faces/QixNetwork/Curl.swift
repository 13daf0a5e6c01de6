internal import CCurl
internal import QixLibraries

/// libcurl, loaded at its first use.
struct Curl: Sendable {
  // Filled once, before other threads see it.
  nonisolated(unsafe) let api: qix_curl

  /// Loading it again would be harmless; its start may happen only once.
  private static let loaded = Result { () throws(LibraryError) in try Curl() }

  /// - Throws: `LibraryError` where it is missing or too old.
  static func load() throws(LibraryError) -> Curl { try loaded.get() }

  private init() throws(LibraryError) {
    let library = try LateLibrary.curl.load()
    var api = qix_curl()
    if let missing = qix_curl_bind(&api, library.handle) {
      throw .unfit(.curl, lacks: String(cString: missing))
    }
    self.api = api
  }

  var version: String { withUnsafePointer(to: api) { String(cString: qix_curl_version($0)) } }
}

/// One use of libcurl: options, then `perform`.
final class CurlHandle {
  private let easy: UnsafeMutableRawPointer
  private let curl: UnsafeMutablePointer<qix_curl>
  private var lists: [UnsafeMutableRawPointer] = []
  /// The first option that was refused.
  private var fault: Int32 = 0

  /// - Throws: `NetworkError.failed` without memory.
  init(_ curl: Curl) throws(NetworkError) {
    self.curl = .allocate(capacity: 1)
    self.curl.initialize(to: curl.api)
    guard let easy = qix_curl_make(self.curl) else {
      self.curl.deallocate()
      throw .failed(host: "", problem: "libcurl has no memory")
    }
    self.easy = easy
  }

  deinit {
    qix_curl_free(curl, easy)
    for list in lists { qix_curl_list_free(curl, list) }
    curl.deallocate()
  }

  func set(_ option: Int, _ value: Int) { note(qix_curl_set_number(curl, easy, Int32(option), value)) }
  func set(_ option: Int, _ text: String) { note(qix_curl_set_text(curl, easy, Int32(option), text)) }

  /// A text that ends with a NUL, wherever it lies; libcurl copies it.
  func set(_ option: Int, zeroTerminated text: UnsafePointer<CChar>) {
    note(qix_curl_set_text(curl, easy, Int32(option), text))
  }

  /// - Parameter secrets: further lines, each with a NUL behind.
  func set(_ option: Int, _ lines: [String], _ secrets: [UnsafePointer<CChar>] = []) {
    var list: UnsafeMutableRawPointer?
    func append(_ line: UnsafePointer<CChar>) {
      let longer = qix_curl_list(curl, list, line)
      // Where there is no memory for another line, the list so far stays as it is.
      if longer == nil { note(Int32(QIX_CURL_OUT_OF_MEMORY)) } else { list = longer }
    }
    for line in lines { line.withCString(append) }
    for secret in secrets { append(secret) }
    guard let list else { return }
    lists.append(list)
    note(qix_curl_set_pointer(curl, easy, Int32(option), list))
  }

  /// The body of a POST, which must stay where it is until `perform` is over.
  func setBody(_ bytes: UnsafeRawBufferPointer) {
    set(QIX_CURL_POST, 1)
    note(qix_curl_set_size(curl, easy, Int32(QIX_CURL_POST_FIELD_SIZE), Int64(bytes.count)))
    // Without a pointer libcurl would ask for the body.
    bytes.withMemoryRebound(to: CChar.self) { bytes in
      note(qix_curl_set_text(curl, easy, Int32(QIX_CURL_POST_FIELDS), bytes.baseAddress))
    }
  }

  /// Sets options common to both protocols.
  func prepare(_ limits: TransferLimits, authorities: String?) {
    set(QIX_CURL_NO_SIGNAL, 1)
    // No proxy of the environment: who can set a variable shall not read what is sent (decision 0015).
    set(QIX_CURL_PROXY, "")
    set(QIX_CURL_NO_PROXY, "*")
    set(QIX_CURL_SSL_VERIFY_PEER, 1)
    set(QIX_CURL_SSL_VERIFY_HOST, 2)
    set(QIX_CURL_SSL_VERSION, QIX_CURL_TLS_1_2)
    set(QIX_CURL_CONNECT_TIMEOUT_MS, limits.connectMilliseconds)
    set(QIX_CURL_TIMEOUT_MS, limits.totalMilliseconds)
    if let authorities { set(QIX_CURL_CA_FILE, authorities) }
  }

  /// Does the transfer, whose bytes go through `exchange`.
  /// - Returns: libcurl's code, or one of qix_curl.h's own.
  func perform(_ exchange: Exchange) -> Int {
    let context = Unmanaged.passUnretained(exchange).toOpaque()
    note(
      qix_curl_set_sinks(
        curl, easy, { bytes, size, count, context in Exchange.of(context)?.takeBody(bytes, size * count) ?? 0 },
        { bytes, size, count, context in Exchange.of(context)?.takeHeader(bytes, size * count) ?? 0 },
        { bytes, size, count, context in Exchange.of(context)?.give(bytes, size * count) ?? 0 }, context))
    if exchange.reach != .anywhere {
      // The address itself is looked at, not the name: a name may lead elsewhere the next time it is asked for.
      note(
        qix_curl_set_opener(
          curl, easy,
          { context, _, address in
            guard let address, Exchange.of(context)?.admits(address) == true else { return -1 }
            return qix_curl_socket(address)
          }, context))
    }
    guard fault == 0 else { return Int(fault) }
    return withExtendedLifetime(exchange) {
      Int(qix_curl_perform(curl, easy, { Exchange.of($0)?.shouldStop() == true ? 1 : 0 }, context))
    }
  }

  var status: Int { qix_curl_status(curl, easy) }
  var redirection: String? { qix_curl_redirection(curl, easy).map { String(cString: $0) } }

  private func note(_ code: Int32) {
    if fault == 0 { fault = code }
  }
}

/// The bytes of one transfer in both directions.
final class Exchange {
  private(set) var body: [UInt8] = []
  private(set) var headers: [(name: String, value: String)] = []
  /// Whether the other side sent more than was allowed.
  private(set) var isTooLarge = false
  /// Whether an address was passed over because it is out of reach.
  private(set) var isOutOfReach = false
  let reach: AddressReach
  private var headerBytes = 0
  private let bodyLimit: Int
  private var upload: ArraySlice<UInt8>
  let shouldStop: @Sendable () -> Bool

  /// All header lines together.
  private static let headerLimit = 65_536

  init(
    bodyLimit: Int, upload: [UInt8] = [], reach: AddressReach = .anywhere, shouldStop: @escaping @Sendable () -> Bool
  ) {
    self.bodyLimit = bodyLimit
    self.reach = reach
    self.shouldStop = shouldStop
    self.upload = upload[...]
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> Exchange? {
    context.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
  }

  /// - Parameter address: libcurl's description of it.
  func admits(_ address: UnsafeMutableRawPointer) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = Int(qix_curl_address(address, &bytes))
    guard reach.admits(Array(bytes.prefix(count))) else {
      isOutOfReach = true
      return false
    }
    return true
  }

  func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard body.count + count <= bodyLimit else {
      isTooLarge = true
      return 0
    }
    body += UnsafeRawBufferPointer(start: bytes, count: count)
    return count
  }

  /// One line, with its end.
  func takeHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    headerBytes += count
    guard headerBytes <= Self.headerLimit else {
      isTooLarge = true
      return 0
    }
    let line = UnsafeRawBufferPointer(start: bytes, count: count)
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      // A status line: after an interim answer (100) the headers begin again.
      if line.starts(with: "HTTP/".utf8) { headers = [] }
      return count
    }
    let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
    let end = value.lastIndex { ![0x20, 0x09, 0x0D, 0x0A].contains($0) }
    headers.append(
      (
        String(decoding: line[..<colon], as: UTF8.self).lowercased(),
        end.map { String(decoding: value[...$0], as: UTF8.self) } ?? ""
      ))
    return count
  }

  func give(_ bytes: UnsafeMutablePointer<CChar>?, _ room: Int) -> Int {
    let part = upload.prefix(room)
    UnsafeMutableRawBufferPointer(start: bytes, count: room).copyBytes(from: part)
    upload = upload.dropFirst(part.count)
    return part.count
  }
}

/// The time that something on the network may take.
package struct TransferLimits: Sendable, Equatable {
  /// Until the connection stands, TLS included.
  package var connectMilliseconds: Int
  /// All of it.
  package var totalMilliseconds: Int

  package init(connectMilliseconds: Int = 5_000, totalMilliseconds: Int = 15_000) {
    self.connectMilliseconds = connectMilliseconds
    self.totalMilliseconds = totalMilliseconds
  }
}

/// libcurl as `qix doctor` shows it.
package enum NetworkLibrary {
  /// The version, such as `libcurl/7.88.1 OpenSSL/3.0.17 …`.
  /// - Throws: `LibraryError`.
  package static var version: String {
    get throws { try Curl.load().version }
  }
}
