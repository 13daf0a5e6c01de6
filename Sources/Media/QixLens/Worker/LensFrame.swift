internal import CProcess
internal import Glibc
internal import QixFormats

/// A message between a worker and its asker: four bytes of length, most significant first, then a JSON object. A
/// request has the file's descriptor beside its first byte.
///
/// Both ends read with a limit: the worker's words are a stranger's, and the asker's pass through one reader.
struct LensFrame {
  /// Bytes of JSON that options may have.
  static let mostOptions = 64 << 10
  static let headSize = 4

  let object: JSONObject
  /// -1 where none came beside it. The receiver closes it.
  var descriptor: Int32 = -1

  enum Fault: Error {
    /// The other end has gone.
    case end
    /// Nothing came in time.
    case silence
    /// The bytes that came are no message.
    case malformed
  }

  /// Returns the length that a head announces.
  /// - Throws: `malformed` where it isn't a length, or is beyond `most`.
  static func length(_ head: [UInt8], most: Int) throws(Fault) -> Int {
    guard head.count == headSize else { throw .malformed }
    let length = head.reduce(0) { $0 << 8 | Int($1) }
    guard (2...most).contains(length) else { throw .malformed }
    return length
  }

  /// The content of a body.
  static func object(_ body: [UInt8]) throws(Fault) -> JSONObject {
    guard let object = (try? JSONValue(parsing: body))?.object else { throw .malformed }
    return object
  }

  static func bytes(_ object: JSONObject) -> [UInt8] {
    let body = JSONValue.object(object).serialized()
    return withUnsafeBytes(of: UInt32(body.count).bigEndian) { Array($0) } + body
  }
}

/// One end of the socket between a worker and its asker. It doesn't close it.
struct LensChannel {
  let socket: Int32

  /// - Parameter descriptor: goes beside the first byte; -1 for none.
  /// - Throws: `end`.
  func send(_ object: JSONObject, descriptor: Int32 = -1) throws(LensFrame.Fault) {
    var rest = LensFrame.bytes(object)[...]
    var beside = descriptor
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { qix_send_with(socket, $0.baseAddress, $0.count, beside) }
      guard sent > 0 else { throw .end }
      beside = -1
      rest.removeFirst(sent)
    }
  }

  /// Sends without `sendmsg`, which a confined process hasn't.
  func answer(_ object: JSONObject) throws(LensFrame.Fault) {
    var rest = LensFrame.bytes(object)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      if sent < 0, errno == EINTR { continue }
      guard sent > 0 else { throw .end }
      rest.removeFirst(sent)
    }
  }

  /// - Parameters:
  ///   - most: bytes of JSON.
  ///   - milliseconds: for the whole of it; nil to wait until the other end goes.
  func receive(most: Int, within milliseconds: Int64?) throws(LensFrame.Fault) -> LensFrame {
    let end = milliseconds.map { Self.now + $0 }
    let (head, descriptor) = try read(LensFrame.headSize, until: end)
    do throws(LensFrame.Fault) {
      let (body, second) = try read(LensFrame.length(head, most: most), until: end)
      if second >= 0 { close(second) }
      return LensFrame(object: try LensFrame.object(body), descriptor: descriptor)
    } catch {
      if descriptor >= 0 { close(descriptor) }
      throw error
    }
  }

  private func read(_ count: Int, until end: Int64?) throws(LensFrame.Fault) -> (bytes: [UInt8], descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: count)
    var (filled, descriptor) = (0, Int32(-1))
    do throws(LensFrame.Fault) {
      while filled < count {
        if let end { try wait(until: end) }
        var came: Int32 = -1
        let got = bytes.withUnsafeMutableBytes {
          qix_receive_with(socket, $0.baseAddress.map { $0 + filled }, count - filled, &came)
        }
        // One alone belongs to a message.
        if came >= 0, descriptor >= 0 { close(came) } else if came >= 0 { descriptor = came }
        guard got > 0 else { throw .end }
        filled += got
      }
    } catch {
      if descriptor >= 0 { close(descriptor) }
      throw error
    }
    return (bytes, descriptor)
  }

  private func wait(until end: Int64) throws(LensFrame.Fault) {
    while true {
      let left = end - Self.now
      guard left > 0 else { throw .silence }
      var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, Int32(clamping: left))
      if ready > 0 { return }
      if ready < 0, errno != EINTR { throw .end }
    }
  }

  /// Milliseconds of the clock that never jumps.
  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
