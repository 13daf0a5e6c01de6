internal import CHTTP
internal import Glibc
internal import QixLibraries

/// A server of HTTP/1.1 over libmicrohttpd.
package final class MicroHTTPServer: Sendable {
  private let server: Held
  private let isSecure: Bool
  private let library: Library

  /// The server of the library. `@unchecked` is safe here: it is made once and never changed, and each function that takes
  /// it may be called from any thread (`qix_http.h`).
  private struct Held: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  /// The table of functions. `@unchecked` is safe here: it is a constant of the library, which is never unloaded.
  struct Library: @unchecked Sendable {
    let functions: UnsafePointer<qix_http>

    private static let loaded = Result { () throws(LibraryError) in
      typealias Functions = @convention(c) (Int32) -> UnsafePointer<qix_http>?
      let library = try LateLibrary.http.load()
      let functions = try library.function("qix_http_functions", as: Functions.self)
      guard let table = functions(Int32(QIX_HTTP_INTERFACE)) else {
        throw LibraryError.unfit(.http, lacks: "interface \(QIX_HTTP_INTERFACE)")
      }
      return Library(functions: table)
    }

    static func load() throws(LibraryError) -> Library { try loaded.get() }
  }

  /// Keeps the handler for as long as the server runs.
  private final class Keeper: Sendable {
    let handler: any HTTPHandler
    let library: Library
    init(_ handler: any HTTPHandler, _ library: Library) { (self.handler, self.library) = (handler, library) }
  }

  private let keeper: Keeper

  /// Serves what comes in on a socket that is listening, and takes the socket over.
  /// - Parameter certificate: for TLS; Unix sockets do without.
  /// - Throws: `LibraryError` where libmicrohttpd is missing; `HTTPServerError`.
  package init(
    _ socket: ListeningSocket, _ limits: HTTPLimits, _ handler: any HTTPHandler, _ certificate: TLSCertificate? = nil
  ) throws {
    library = try Library.load()
    isSecure = certificate != nil && !socket.isLocal
    socket.limitBuffers()
    keeper = Keeper(handler, library)
    var wish = qix_http_limits(
      threads: UInt32(limits.threads), most_connections: UInt32(limits.mostConnections),
      most_per_address: socket.isLocal ? 0 : UInt32(limits.mostPerAddress), most_body: UInt64(limits.mostBody),
      head_seconds: UInt32(limits.headSeconds), idle_seconds: UInt32(limits.idleSeconds),
      least_rate: UInt32(limits.leastRate), slow_seconds: UInt32(limits.slowSeconds))
    var handlers = qix_http_handler(
      context: Unmanaged.passUnretained(keeper).toOpaque(),
      begin: { context, exchange in
        guard let context, let exchange else { return 0 }
        let keeper = Unmanaged<Keeper>.fromOpaque(context).takeUnretainedValue()
        let head = MicroHTTPExchange.head(of: exchange, keeper.library)
        return switch keeper.handler.plan(for: head) {
        case .whole: Int32(QIX_HTTP_WHOLE)
        case .streamed: Int32(QIX_HTTP_STREAMED)
        case .none: Int32(QIX_HTTP_NONE)
        }
      },
      handle: { context, exchange in
        guard let context, let exchange else { return }
        let keeper = Unmanaged<Keeper>.fromOpaque(context).takeUnretainedValue()
        keeper.handler.handle(MicroHTTPExchange(exchange, keeper.library))
      })
    let serve = library.functions.pointee.serve
    let pointer: OpaquePointer? =
      if let certificate, !socket.isLocal {
        certificate.withPointer { serve?(socket.descriptor, &wish, &handlers, $0) }
      } else {
        serve?(socket.descriptor, &wish, &handlers, nil)
      }
    guard let pointer else { throw HTTPServerError.failed("the server could not be started") }
    server = Held(pointer: pointer)
  }

  /// Shows another certificate to who connects from now on; nothing at a socket without TLS.
  /// - Throws: `TLSError` where it can't be used. The one before stays then.
  package func certify(_ certificate: TLSCertificate) throws(TLSError) {
    guard isSecure else { return }
    let certify = library.functions.pointee.certify
    if let reason = certificate.withPointer({ certify?(server.pointer, $0) }) {
      throw TLSError(reason: String(cString: reason))
    }
  }

  /// Takes no new connections any longer.
  package func quiesce() { library.functions.pointee.quiesce(server.pointer) }

  /// Requests that aren't answered to the end.
  package var pending: Int { Int(library.functions.pointee.pending(server.pointer)) }

  package var counts: HTTPCounts {
    let counts = library.functions.pointee.counts(server.pointer)
    return HTTPCounts(
      connections: Int(counts.connections), accepted: Int(counts.accepted), malformed: Int(counts.malformed),
      slow: Int(counts.slow))
  }

  /// Ends it. Every request must have been answered to the end.
  package func stop() { library.functions.pointee.stop(server.pointer) }
}

extension MicroHTTPServer {
  /// A text in its short form, for what is sent again and again; nil where it isn't shorter, or the library is missing.
  package static func gzip(_ text: [UInt8]) -> [UInt8]? {
    guard let shorten = (try? Library.load())?.functions.pointee.shorten else { return nil }
    var count = 0
    guard let bytes = text.withUnsafeBytes({ shorten($0.baseAddress, $0.count, &count) }) else { return nil }
    defer { free(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

/// Why a server can't be started.
package enum HTTPServerError: Error {
  case failed(String)
}

/// A request of libmicrohttpd's.
///
/// `@unchecked` is safe here: what Swift keeps is never changed, and behind the pointer the library takes a lock of the
/// request's own in each function (`Sources/Libraries/CHTTP/http.c`).
private final class MicroHTTPExchange: HTTPExchange, @unchecked Sendable {
  // Good until the request was answered.
  private let pointer: OpaquePointer
  private let library: MicroHTTPServer.Library
  let head: HTTPHead

  private var functions: qix_http { library.functions.pointee }

  init(_ pointer: OpaquePointer, _ library: MicroHTTPServer.Library) {
    (self.pointer, self.library) = (pointer, library)
    head = Self.head(of: pointer, library)
  }

  static func head(of pointer: OpaquePointer, _ library: MicroHTTPServer.Library) -> HTTPHead {
    let functions = library.functions.pointee
    var fields = HTTPFields()
    for index in 0..<functions.field_count(pointer) {
      let field = functions.field(pointer, index)
      fields.add(text(field.name), text(field.value))
    }
    let peer = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      let count = functions.peer(pointer, buffer.baseAddress, buffer.count)
      return String(decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]), as: UTF8.self)
    }
    return HTTPHead(
      method: text(functions.method(pointer)), target: text(functions.target(pointer)), fields: fields, peer: peer)
  }

  private static func text(_ text: qix_http_text) -> String {
    String(decoding: UnsafeRawBufferPointer(start: text.bytes, count: text.count), as: UTF8.self)
  }

  var body: [UInt8] {
    let body = functions.body(pointer)
    return Array(UnsafeRawBufferPointer(start: body.bytes, count: body.count))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPClientGone) -> Int {
    let count = functions.read(pointer, buffer.baseAddress, buffer.count)
    guard count >= 0 else { throw HTTPClientGone() }
    return Int(count)
  }

  /// Bytes below which a body isn't worth making shorter.
  private static let leastToCompress = 1_024

  func respond(_ response: HTTPResponse) {
    let compresses =
      response.isCompressible && response.body.count >= Self.leastToCompress && head.fields.accept(coding: "gzip")
    withFields(response.fields) { fields in
      response.body.withUnsafeBytes { body in
        functions.respond(
          pointer, UInt32(response.status), fields.baseAddress, fields.count, body.baseAddress, body.count,
          compresses ? 1 : 0)
      }
    }
  }

  func start(_ status: Int, _ fields: HTTPFields) {
    withFields(fields) { functions.start(pointer, UInt32(status), $0.baseAddress, $0.count) }
  }

  func write(_ bytes: [UInt8]) throws(HTTPClientGone) {
    let isTaken = bytes.withUnsafeBytes { functions.write(pointer, $0.baseAddress, $0.count, 256 << 10, 1) == 1 }
    guard isTaken else { throw HTTPClientGone() }
  }

  func offer(_ bytes: [UInt8], most: Int) throws(HTTPClientGone) -> Bool {
    let result = bytes.withUnsafeBytes { functions.write(pointer, $0.baseAddress, $0.count, most, 0) }
    guard result >= 0 else { throw HTTPClientGone() }
    return result == 1
  }

  func end() { functions.end(pointer) }

  private func withFields(_ fields: HTTPFields, _ body: (UnsafeBufferPointer<qix_http_field>) -> Void) {
    // All texts in one buffer, to which the fields point.
    var bytes: [UInt8] = []
    for field in fields.all {
      bytes.append(contentsOf: field.name.utf8)
      bytes.append(contentsOf: field.value.utf8)
    }
    bytes.withUnsafeBytes { bytes in
      var next = 0
      func text(_ string: String) -> qix_http_text {
        let count = string.utf8.count
        defer { next += count }
        return qix_http_text(
          bytes: bytes.baseAddress?.advanced(by: next).assumingMemoryBound(to: CChar.self), count: count)
      }
      let all = fields.all.map { field in
        let name = text(field.name)
        return qix_http_field(name: name, value: text(field.value))
      }
      all.withUnsafeBufferPointer(body)
    }
  }
}
