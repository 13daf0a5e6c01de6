internal import Glibc

/// Connects to a server's socket.
/// - Returns: the descriptor, which the caller closes.
/// - Throws: `NotConnected`
package func connected(to path: String) throws -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let code = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  guard code == 0 else {
    close(descriptor)
    throw NotConnected(path: path)
  }
  return descriptor
}

/// No server takes connections there.
package struct NotConnected: Error {
  package let path: String
}
