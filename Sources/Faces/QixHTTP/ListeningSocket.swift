internal import Glibc

/// A place where a server listens: `127.0.0.1:8080`, `[::1]:8080`, `unix:/run/qix.sock`, or `systemd`, what the service
/// manager hands over.
package enum ListenAddress: Sendable, Equatable, CustomStringConvertible {
  case tcp(host: String, port: UInt16)
  case unix(path: String)
  case systemd

  package init?(_ text: String) {
    if text == "systemd" {
      self = .systemd
    } else if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      // sun_path of sockaddr_un, with the NUL behind it.
      guard !path.isEmpty, path.utf8.count < 108 else { return nil }
      self = .unix(path: path)
    } else {
      guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
        return nil
      }
      var host = String(text[..<colon])
      if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
      guard Self.isAddress(host, AF_INET) || Self.isAddress(host, AF_INET6) else { return nil }
      self = .tcp(host: host, port: port)
    }
  }

  fileprivate static func isAddress(_ text: String, _ family: Int32) -> Bool {
    var buffer = in6_addr()
    return inet_pton(family, text, &buffer) == 1
  }

  package var description: String {
    switch self {
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): "unix:\(path)"
    case .systemd: "systemd"
    }
  }
}

/// A socket that is bound and listening.
package struct ListeningSocket: Sendable {
  package let descriptor: Int32
  /// The address that it has got: port 0 asks for any that is free.
  package let address: ListenAddress

  /// Whether it is a Unix socket, also one that was handed over.
  package var isLocal: Bool {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { pointer in
      getsockname(descriptor, UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), &length) == 0
        && pointer.pointee.ss_family == sa_family_t(AF_UNIX)
    }
  }

  /// Limits what the kernel keeps for a client that doesn't take it: of its own accord four megabytes and more for each,
  /// which nobody counts. Connections have it from here; the kernel doubles it.
  func limitBuffers() {
    var room: Int32 = 128 << 10
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Opens all of them, or none.
  /// - Throws: `ListenError`
  package static func open(_ addresses: [ListenAddress]) throws(ListenError) -> [ListeningSocket] {
    var sockets: [ListeningSocket] = []
    do throws(ListenError) {
      for address in addresses {
        switch address {
        case .tcp(let host, let port): sockets.append(try tcp(host, port))
        case .unix(let path): sockets.append(try unix(path))
        case .systemd: sockets += try handedOver()
        }
      }
      return sockets
    } catch {
      for socket in sockets { Glibc.close(socket.descriptor) }
      throw error
    }
  }

  package func close() { Glibc.close(descriptor) }

  private static let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)

  private static func tcp(_ host: String, _ port: UInt16) throws(ListenError) -> ListeningSocket {
    let wanted = ListenAddress.tcp(host: host, port: port)
    let isIPv6 = ListenAddress.isAddress(host, AF_INET6)
    let descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, flags, 0)
    guard descriptor >= 0 else { throw ListenError(wanted, errno) }
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    if isIPv6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, socklen_t(MemoryLayout<Int32>.size)) }
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let bound = withUnsafeMutablePointer(to: &storage) { pointer -> Int32 in
      let raw = UnsafeMutableRawPointer(pointer)
      if isIPv6 {
        let address = raw.assumingMemoryBound(to: sockaddr_in6.self)
        address.pointee.sin6_family = sa_family_t(AF_INET6)
        address.pointee.sin6_port = port.bigEndian
        inet_pton(AF_INET6, host, &address.pointee.sin6_addr)
      } else {
        let address = raw.assumingMemoryBound(to: sockaddr_in.self)
        address.pointee.sin_family = sa_family_t(AF_INET)
        address.pointee.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.pointee.sin_addr)
      }
      let address = raw.assumingMemoryBound(to: sockaddr.self)
      let size = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
      guard bind(descriptor, address, socklen_t(size)) == 0, listen(descriptor, 1_024) == 0 else { return errno }
      return getsockname(descriptor, address, &length) == 0 ? 0 : errno
    }
    guard bound == 0 else {
      Glibc.close(descriptor)
      throw ListenError(wanted, bound)
    }
    let got = withUnsafePointer(to: storage) { pointer in
      UInt16(
        bigEndian: isIPv6
          ? UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr_in6.self).pointee.sin6_port
          : UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr_in.self).pointee.sin_port)
    }
    return ListeningSocket(descriptor: descriptor, address: .tcp(host: host, port: got))
  }

  private static func unix(_ path: String) throws(ListenError) -> ListeningSocket {
    let wanted = ListenAddress.unix(path: path)
    let descriptor = socket(AF_UNIX, flags, 0)
    guard descriptor >= 0 else { throw ListenError(wanted, errno) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
    // What a server that died has left is taken away; one that lives answers.
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK {
      let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      let isTaken = withAddress { connect(probe, $0, $1) } == 0
      Glibc.close(probe)
      if !isTaken { unlink(path) }
    }
    // Whoever may write to the folder may connect: the folder and the group say who that is.
    guard withAddress({ bind(descriptor, $0, $1) }) == 0, chmod(path, 0o660) == 0, listen(descriptor, 1_024) == 0 else {
      let code = errno
      Glibc.close(descriptor)
      throw ListenError(wanted, code)
    }
    return ListeningSocket(descriptor: descriptor, address: wanted)
  }

  /// Sockets of sd_listen_fds(3): descriptors from 3 on, for the process that `LISTEN_PID` names.
  private static func handedOver() throws(ListenError) -> [ListeningSocket] {
    guard let process = getenv("LISTEN_PID").flatMap({ Int32(String(cString: $0)) }), process == getpid(),
      let count = getenv("LISTEN_FDS").flatMap({ Int32(String(cString: $0)) }), count > 0
    else { throw ListenError(address: .systemd, reason: "systemd passed no socket") }
    unsetenv("LISTEN_PID")
    unsetenv("LISTEN_FDS")
    return (3..<3 + count).map { descriptor in
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      return ListeningSocket(descriptor: descriptor, address: .systemd)
    }
  }
}

/// Why nothing can listen at an address.
package struct ListenError: Error, Sendable {
  package let address: ListenAddress
  package let reason: String

  init(_ address: ListenAddress, _ code: Int32) { self.init(address: address, reason: String(cString: strerror(code))) }
  init(address: ListenAddress, reason: String) { (self.address, self.reason) = (address, reason) }
}
