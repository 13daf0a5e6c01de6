internal import Glibc

/// Connects to a server's socket.
/// - Returns: the descriptor, which the caller closes.
/// - Throws: `NotConnected`
package func connected(to path: String) throws -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  return try connected(descriptor, to: address, at: path)
}

/// Connects to a server of this machine.
/// - Returns: the descriptor, which the caller closes.
/// - Throws: `NotConnected`
package func connected(toPort port: UInt16) throws -> Int32 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return try connected(descriptor, to: address, at: "port \(port)")
}

private func connected<Address>(_ descriptor: Int32, to address: Address, at path: String) throws -> Int32 {
  let code = withUnsafePointer(to: address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
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
