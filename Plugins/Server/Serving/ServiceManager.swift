internal import Glibc

/// The service manager that has started the program, told by datagrams as sd_notify(3) does it.
enum ServiceManager {
  static func tell(_ state: String) {
    guard let place = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }), place.utf8.count < 108,
      place.hasPrefix("/") || place.hasPrefix("@")
    else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // A name of the abstract namespace begins with a NUL, which is written as @.
    let name = place.hasPrefix("@") ? [0] + Array(place.utf8.dropFirst()) : Array(place.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let size = MemoryLayout<sa_family_t>.size + name.count
    var text = state
    text.withUTF8 { bytes in
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          _ = sendto(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), address, socklen_t(size))
        }
      }
    }
  }

  /// Says that the program is alive, where that is watched for.
  static func tellAlive() {
    if getenv("WATCHDOG_USEC") != nil { tell("WATCHDOG=1") }
  }
}

/// Waiting without doing anything.
enum Pause {
  static func wait(milliseconds: Int) { usleep(UInt32(milliseconds) * 1_000) }
}
