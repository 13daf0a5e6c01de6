internal import Glibc
internal import QixKernel

/// Sends requests of HTTP/1.1 over connections that stay open, one at a time on each, and measures the answers.
///
/// One thread over poll(2), so that it takes as little as possible of the processors that it shares with the server.
package final class LoadGenerator {
  /// What came back.
  package struct Outcome: Sendable {
    /// Answers in a second.
    package let rate: Double
    /// How many answers had each status.
    package let statuses: [Int: Int]
    /// Microseconds from when a request was due until its answer was there: of a hundred, those that fifty and
    /// ninety-nine are not slower than, and the slowest.
    package let median: Double
    package let late: Double
    package let latest: Double

    package var succeeded: Int { statuses[200] ?? 0 }
  }

  private struct Client {
    let socket: Int32
    var answer: [UInt8] = []
    /// When the request that is under way was due.
    var due: Int64 = 0
  }

  private var clients: [Client] = []
  private var idle: [Int] = []
  private var waits: [pollfd] = []
  private var chunk = [UInt8](repeating: 0, count: 64 << 10)

  /// Connects to a server of this machine.
  package init(port: UInt16, connections: Int) throws(MeasuringError) {
    for number in 0..<connections {
      let socket = try Self.connected(to: port)
      clients.append(Client(socket: socket))
      waits.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0))
      idle.append(number)
    }
  }

  deinit { for client in clients { close(client.socket) } }

  private static func connected(to port: UInt16) throws(MeasuringError) -> Int32 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(socket)
      throw MeasuringError("port \(port): \(String(cString: strerror(errno)))")
    }
    var yes: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    return socket
  }

  /// Sends so many requests: as fast as answers come, or at a rate, whether or not answers come. At a rate, the time of
  /// an answer counts from the moment when its request was due, so that a server that stops for a moment can't hide it.
  /// - Parameter request: the number-th request, as it goes over the wire.
  package func run(
    _ count: Int, rate: Double? = nil, _ request: (Int) -> String
  ) throws(MeasuringError) -> Outcome {
    var times: [Int32] = []
    times.reserveCapacity(count)
    var statuses: [Int: Int] = [:]
    var next = 0
    let start = Stopwatch.now
    while times.count < count {
      let due = rate.map { min(count, 1 + Int(Double(Stopwatch.now - start) * $0 / 1_000_000)) } ?? count
      while next < due, let number = idle.popLast() {
        clients[number].due = rate.map { start + Int64(Double(next) * 1_000_000 / $0) } ?? Stopwatch.now
        try send(request(next), over: number)
        next += 1
      }
      let found = poll(&waits, nfds_t(waits.count), rate != nil && next < count ? 1 : 5_000)
      guard found > 0 || rate != nil && next < count else {
        throw MeasuringError("\(count - times.count) of \(count) requests got no answer within 5 s")
      }
      for number in waits.indices where waits[number].revents != 0 {
        guard let status = try receive(over: number) else { continue }
        statuses[status, default: 0] += 1
        times.append(Int32(clamping: Stopwatch.now - clients[number].due))
        idle.append(number)
      }
    }
    let passed = Stopwatch.now - start
    times.sort()
    func part(_ share: Double) -> Double { Double(times[min(count - 1, Int(Double(count) * share))]) }
    return Outcome(
      rate: Double(count) * 1_000_000 / Double(max(1, passed)), statuses: statuses, median: part(0.5),
      late: part(0.99), latest: Double(times.last ?? 0))
  }

  /// Sends one request and waits for its answer.
  /// - Returns: the body.
  /// - Throws: `MeasuringError` where its status isn't 200.
  package func ask(_ request: String) throws(MeasuringError) -> String {
    guard let number = idle.last else { throw MeasuringError("all connections are under way") }
    try send(request, over: number)
    while true {
      guard let status = try receive(over: number, keeping: true) else { continue }
      let answer = String(decoding: clients[number].answer, as: UTF8.self)
      clients[number].answer.removeAll(keepingCapacity: true)
      guard status == 200 else { throw MeasuringError("the server answered: \(answer)") }
      return answer
    }
  }

  private func send(_ request: String, over number: Int) throws(MeasuringError) {
    var text = request
    let socket = clients[number].socket
    let sent = text.withUTF8 { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    guard sent == text.utf8.count else { throw MeasuringError("the server took no request") }
  }

  /// - Returns: the status, once the answer is whole.
  private func receive(over number: Int, keeping: Bool = false) throws(MeasuringError) -> Int? {
    let socket = clients[number].socket
    let count = chunk.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
    guard count > 0 else { throw MeasuringError("the server ended a connection") }
    clients[number].answer += chunk[..<count]
    guard let (status, length) = try Self.whole(clients[number].answer) else { return nil }
    guard clients[number].answer.count == length else { throw MeasuringError("an answer has more than its length") }
    if !keeping { clients[number].answer.removeAll(keepingCapacity: true) }
    return status
  }

  /// The status and length of an answer that is all there.
  private static func whole(_ answer: [UInt8]) throws(MeasuringError) -> (status: Int, length: Int)? {
    guard let end = place(behind: "\r\n\r\n", in: answer[...]) else { return nil }
    guard let field = place(behind: "\r\nContent-Length: ", in: answer[..<end]) else {
      throw MeasuringError("an answer has no length")
    }
    func number(_ digits: ArraySlice<UInt8>) -> Int {
      digits.prefix { (0x30...0x39).contains($0) }.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    let length = end + number(answer[field..<end])
    return answer.count < length ? nil : (number(answer[9..<12]), length)
  }

  /// Where what stands behind a text begins.
  private static func place(behind text: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
    let count = text.utf8CodeUnitCount
    guard bytes.count >= count else { return nil }
    return bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return nil }
      return (0...bytes.count - count).first {
        base[$0] == text.utf8Start[0] && memcmp(base + $0, text.utf8Start, count) == 0
      }
      .map { bytes.startIndex + $0 + count }
    }
  }
}
