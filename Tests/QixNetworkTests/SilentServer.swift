import Glibc

/// Takes connections and never says a word.
final class SilentServer {
  let port: Int
  private let listener: Int32

  struct Failure: Error {}

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    // The kernel takes what waits in the queue.
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isReady else { throw Failure() }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(listener) }
}
