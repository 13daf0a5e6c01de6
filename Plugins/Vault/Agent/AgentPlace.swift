internal import CProcess
internal import Glibc
internal import QixModule
internal import VaultContract

/// The socket of an agent, in the home folder. The folder is kept open, so that neither the length of its path
/// nor a rename matters.
final class AgentPlace: Sendable {
  static let socket = "agent.sock"
  private static let lock = "agent.lock"

  let folder: Int32

  /// Nil when there is no such folder.
  init?(_ home: HomeFolder) {
    folder = open(home.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return nil }
  }

  /// - Parameter folder: open; closed when this value goes.
  init(folder: Int32) { self.folder = folder }

  deinit { close(folder) }

  /// Runs `body` while no other process starts an agent here.
  func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
    let descriptor = openat(folder, Self.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw VaultError.agentFailed("its lock can't be opened: \(Self.reason)") }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw VaultError.agentFailed("its lock can't be had: \(Self.reason)") }
    }
    return try body()
  }

  /// Makes the socket in the place of one that an agent has left behind. Only within `exclusively`.
  func makeSocket() throws -> Int32 {
    unlinkat(folder, Self.socket, 0)
    let descriptor = qix_socket_at(folder, Self.socket)
    guard descriptor >= 0 else { throw VaultError.agentFailed("its socket can't be made: \(Self.reason)") }
    return descriptor
  }

  /// A connection to the agent; nil when none is there.
  /// - Throws: `VaultError.agentSilent`, `VaultError.agentFailed`.
  func connect() throws -> Int32? {
    let descriptor = qix_connect_at(folder, Self.socket, AgentClient.patience)
    guard descriptor < 0 else { return descriptor }
    switch errno {
    case ENOENT, ECONNREFUSED, ENOTDIR: return nil
    case EAGAIN, EINTR, ETIMEDOUT: throw VaultError.agentSilent
    default: throw VaultError.agentFailed("it can't be reached: \(Self.reason)")
    }
  }

  /// The identity of the socket: device and inode.
  var identity: [UInt64]? {
    var status = stat()
    guard fstatat(folder, Self.socket, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  /// Takes a socket away, unless another has taken its place.
  func removeSocket(_ own: [UInt64]) {
    if identity == own { unlinkat(folder, Self.socket, 0) }
  }

  static var reason: String { String(cString: strerror(errno)) }
}
