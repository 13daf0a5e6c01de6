internal import Glibc
internal import QixCrypto
internal import QixModule
internal import VaultContract

/// Starts an agent.
struct AgentLauncher {
  /// This program's file.
  let executable: String
  let place: AgentPlace

  /// - Parameter executable: nil where this process is something else than qix, as in tests.
  init(executable: String?, place: AgentPlace) throws {
    guard let executable else { throw VaultError.agentFailed("this program can't start one") }
    self.executable = executable
    self.place = place
  }

  /// Hands the key to a new agent. Only within `AgentPlace.exclusively`, when no other is there.
  /// - Parameter counter: of the changes of the vault as it was found.
  func start(_ custodian: LocalCustodian, counter: Int64, _ limits: AgentLimits) throws {
    let listener = try place.makeSocket()
    defer { close(listener) }
    guard let socket = place.identity else { throw failure("its socket is gone") }
    do {
      try start(listener: listener) {
        custodian.withMaster {
          AgentHandover.packet(
            $0, vault: custodian.vault, generation: custodian.generation, counter: counter, limits)
        }
      }
    } catch {
      place.removeSocket(socket)
      throw error
    }
  }

  private func start(listener: Int32, _ handover: () -> AgentPacket) throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0 else { throw failure(AgentPlace.reason) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process: pid_t
    do {
      defer { close(ends[1]) }
      process = try spawn(channel: ends[1], listener: listener)
    } catch {
      close(ends[0])
      throw error
    }
    defer { close(ends[0]) }
    let packet = handover()
    let sent = packet.withUnsafeBytes { send(ends[0], $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    guard sent == packet.count, Self.isReady(ends[0]) else {
      kill(process, SIGKILL)
      while waitpid(process, nil, 0) < 0, errno == EINTR {}
      throw failure("it ended, or was not ready within 10 seconds")
    }
  }

  private static func isReady(_ channel: Int32) -> Bool {
    var waiting = pollfd(fd: channel, events: Int16(POLLIN), revents: 0)
    var result: Int32
    repeat { result = poll(&waiting, 1, 10_000) } while result < 0 && errno == EINTR
    var byte: [UInt8] = [0]
    return result == 1 && read(channel, &byte, 1) == 1 && byte == AgentHandover.ready
  }

  private func spawn(channel: Int32, listener: Int32) throws -> pid_t {
    // Copies with numbers that are not among those they are to get.
    let given = [
      (channel, AgentProcess.Descriptor.channel), (place.folder, AgentProcess.Descriptor.folder),
      (listener, AgentProcess.Descriptor.listener),
    ].map { (fcntl($0, F_DUPFD_CLOEXEC, 16), $1) }
    defer { given.forEach { close($0.0) } }
    guard given.allSatisfy({ $0.0 >= 0 }) else { throw failure(AgentPlace.reason) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for number: Int32 in 0...2 { posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0) }
    for (from, number) in given { posix_spawn_file_actions_adddup2(&actions, from, number) }
    // As a process of its own: no signal ignored or held back.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    guard let name = strdup(AgentProcess.name) else { throw failure("no memory") }
    defer { free(name) }
    var (arguments, environment): ([UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]) = (
      [name, nil], [nil]
    )
    var process = pid_t()
    let error = posix_spawn(&process, executable, &actions, &attributes, &arguments, &environment)
    guard error == 0 else { throw failure(String(cString: strerror(error))) }
    return process
  }

  private func failure(_ reason: String) -> VaultError { .agentFailed("it can't be started: \(reason)") }
}
