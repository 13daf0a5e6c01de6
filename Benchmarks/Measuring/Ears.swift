internal import Glibc
internal import QixKernel

/// Clients that listen to a server's events, and do nothing else.
package final class Ears {
  private var sockets: [Int32] = []
  /// What each has been told since the last look.
  private var heard: [Int32: [UInt8]] = [:]

  /// Clients of one address: a server lets one address have some thousands of connections.
  private static let mostOfAddress = 3_000

  /// Connects so many and asks for events with each; returns when all have been answered.
  /// - Parameter token: of a role that may read everybody's events.
  package init(port: UInt16, token: String, count: Int) throws(MeasuringError) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let request = Array(
      """
      GET /v1/events HTTP/1.1\r
      Host: 127.0.0.1\r
      Authorization: Bearer \(token)\r
      Accept: text/event-stream\r
      \r

      """.utf8)
    for number in 0..<count {
      let socket = try Self.connected(to: port, from: UInt8(2 + number / Self.mostOfAddress))
      sockets.append(socket)
      guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
        throw MeasuringError("listener \(number) could not ask: \(String(cString: strerror(errno)))")
      }
    }
    try wait(for: "retry: 2000", seconds: 60)
  }

  deinit { for socket in sockets { close(socket) } }

  private static func connected(to port: UInt16, from last: UInt8) throws(MeasuringError) -> Int32 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    func call(
      _ host: UInt32, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = host.bigEndian
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    guard call(0x7F00_0000 + UInt32(last), 0, { bind(socket, $0, $1) }) == 0,
      call(0x7F00_0001, port, { connect(socket, $0, $1) }) == 0
    else {
      close(socket)
      throw MeasuringError("port \(port): \(String(cString: strerror(errno)))")
    }
    return socket
  }

  /// Waits until each has been told something that holds a text.
  /// - Returns: microseconds, for each.
  @discardableResult
  package func wait(for text: String, seconds: Int64) throws(MeasuringError) -> [Int64] {
    let start = Stopwatch.now
    let wanted = Array(text.utf8)
    var times: [Int64] = []
    var missing = Set(sockets)
    heard = [:]
    var waits = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while !missing.isEmpty {
      guard Stopwatch.now - start < seconds * 1_000_000 else {
        throw MeasuringError("\(missing.count) of \(sockets.count) listeners weren't told '\(text)' in \(seconds) s")
      }
      guard poll(&waits, nfds_t(waits.count), 100) > 0 else { continue }
      for index in waits.indices where waits[index].revents != 0 {
        let socket = waits[index].fd
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { throw MeasuringError("the server has ended a stream") }
        heard[socket, default: []] += buffer[..<count]
        guard let all = heard[socket], Self.holds(all, wanted) else { continue }
        missing.remove(socket)
        times.append(Stopwatch.now - start)
        // poll(2) passes over what is negative.
        waits[index].fd = -1
      }
    }
    return times
  }

  private static func holds(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { bytes[$0..<($0 + wanted.count)].elementsEqual(wanted) }
  }
}
