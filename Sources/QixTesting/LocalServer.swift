internal import Foundation
internal import Glibc
internal import Synchronization

/// A server on this machine, on a port of its own, that answers each connection with what a test says, byte by byte:
/// so that it can also answer what no decent server would.
///
/// It reads an HTTP request, asks the closure, writes the bytes, and closes. It ends with the value.
package final class LocalServer: Sendable {
  package struct Request: Sendable {
    /// `GET`
    package let method: String
    /// Path and query.
    package let target: String
    /// The headers as they came, the names in lower case.
    package let headers: [(name: String, value: String)]
    package let body: String

    package subscript(header name: String) -> String? { headers.first { $0.name == name }?.value }
  }

  package let port: Int
  private let listener: Int32
  private let received = Mutex<[Request]>([])
  private let answer: @Sendable (Request) -> String

  package var requests: [Request] { received.withLock { $0 } }
  package var url: String { "http://127.0.0.1:\(port)" }

  /// - Parameter answer: the whole answer, from the status line on; an empty one breaks the connection.
  package init(_ answer: @escaping @Sendable (Request) -> String) throws {
    self.answer = answer
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isReady else { throw LocalServerError() }
    port = Int(UInt16(bigEndian: address.sin_port))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        if let context { Weak.take(context) }
        return nil
      }, Unmanaged.passRetained(Weak(self)).toOpaque())
    guard code == 0 else { throw LocalServerError() }
    pthread_detach(thread)
  }

  deinit {
    // Wakes the thread in `accept`, which closes the descriptor.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// An answer with a body and its length.
  package static func answer(_ body: String, status: String = "200 OK", headers: [String] = []) -> String {
    (["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers + ["", body])
      .joined(separator: "\r\n")
  }

  /// The thread's reference, which doesn't keep the server alive.
  private final class Weak {
    weak var server: LocalServer?
    let listener: Int32

    init(_ server: LocalServer) {
      self.server = server
      listener = server.listener
    }

    static func take(_ context: UnsafeMutableRawPointer) {
      let own = Unmanaged<Weak>.fromOpaque(context).takeRetainedValue()
      while true {
        let connection = accept(own.listener, nil, nil)
        guard connection >= 0 else { break }
        own.server?.serve(connection)
        close(connection)
      }
      close(own.listener)
    }
  }

  private func serve(_ connection: Int32) {
    var limit = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard let request = Self.read(connection) else { return }
    received.withLock { $0.append(request) }
    var text = answer(request)
    text.withUTF8 { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = send(
          connection, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
        if count <= 0 { return }
        sent += count
      }
    }
    // Bytes that the other side still sends must be read, or closing would break off what it has not read yet.
    shutdown(connection, Int32(SHUT_WR))
    var rest = [UInt8](repeating: 0, count: 4_096)
    while recv(connection, &rest, rest.count, 0) > 0 {}
  }

  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      let parts = text.components(separatedBy: "\r\n\r\n")
      if parts.count > 1 {
        let lines = parts[0].components(separatedBy: "\r\n")
        let headers = lines.dropFirst().map { line -> (name: String, value: String) in
          let colon = line.firstIndex(of: ":") ?? line.endIndex
          return (line[..<colon].lowercased(), line[colon...].dropFirst().trimmingPrefix(" ").description)
        }
        let length = headers.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
        let body = parts.dropFirst().joined(separator: "\r\n\r\n")
        if body.utf8.count >= length {
          let words = lines[0].split(separator: " ").map(String.init)
          guard words.count == 3 else { return nil }
          return Request(method: words[0], target: words[1], headers: headers, body: body)
        }
      }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
  }
}

/// No port could be had.
package struct LocalServerError: Error {}
