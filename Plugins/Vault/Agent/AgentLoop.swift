internal import CProcess
internal import Glibc

/// Listens on the agent's socket: one thread, no waiting for any client.
struct AgentLoop: ~Copyable {
  private struct Client {
    let descriptor: Int32
    /// When it last said something; microseconds of the monotonic clock.
    var heard: Int64
  }

  /// Connections at once; more wait to be accepted.
  static let most = 64
  /// Microseconds after which a silent client is let go. It connects again when it needs to.
  private static let patience: Int64 = 10_000_000
  /// Microseconds after which a silent client is let go when there is no room for others.
  private static let impatience: Int64 = 250_000

  private let listener: Int32
  private var service: AgentService
  private var clients: [Client] = []
  private var question = AgentPacket()
  private var reply = AgentPacket()

  /// - Parameter listener: listens already, and doesn't block.
  init(_ service: consuming AgentService, listener: Int32) {
    self.service = service
    self.listener = listener
  }

  /// Serves until its time is over, it is told to lock, or its socket is gone.
  /// - Parameter isReachable: asked once a minute.
  mutating func run(whileReachable isReachable: () -> Bool) {
    defer {
      for client in clients { close(client.descriptor) }
    }
    var checked = Self.now
    while case let remaining = service.remaining(), remaining > 0 {
      let now = Self.now
      if now - checked > 60_000_000 {
        guard isReachable() else { return }
        checked = now
      }
      let isFull = clients.count >= Self.most
      dropSilent(for: isFull ? Self.impatience : Self.patience, at: now)
      var polled = clients.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      if !isFull { polled.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0)) }
      // Often enough to let go of the silent, and to see that the machine has slept.
      let pause = min(remaining, isFull ? Self.impatience : clients.isEmpty ? 60_000_000 : Self.patience)
      guard poll(&polled, nfds_t(polled.count), Int32(pause / 1_000 + 1)) > 0 else { continue }
      if !isFull, polled.removeLast().revents != 0 { accept() }
      // From the last to the first, so that those that go don't move those that are still to come.
      for index in polled.indices.reversed() where polled[index].revents != 0 {
        clients[index].heard = Self.now
        if !serve(clients[index].descriptor) { close(clients.remove(at: index).descriptor) }
      }
    }
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }

  private mutating func dropSilent(for patience: Int64, at now: Int64) {
    for index in clients.indices.reversed() where now - clients[index].heard > patience {
      close(clients.remove(at: index).descriptor)
    }
  }

  private mutating func accept() {
    let descriptor = Glibc.accept(listener, nil, nil)
    guard descriptor >= 0 else { return }
    var (user, process) = (uid_t(), pid_t())
    guard qix_peer(descriptor, &user, &process) == 0, user == geteuid() else {
      close(descriptor)
      return
    }
    clients.append(Client(descriptor: descriptor, heard: Self.now))
  }

  /// Answers one packet.
  /// - Returns: false when this client is to go.
  private mutating func serve(_ descriptor: Int32) -> Bool {
    let received = question.receive {
      // With MSG_TRUNC the whole length of a packet that doesn't fit.
      recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_TRUNC))
    }
    defer {
      question.clear()
      reply.clear()
    }
    if received < 0 { return errno == EAGAIN || errno == EINTR }
    // No bytes mean the end of the connection; too many are no packet of ours.
    guard (1...AgentPacket.limit).contains(received) else { return false }
    let isAnswered = question.withUnsafeBytes { service.answer($0, into: &reply) }
    guard isAnswered else { return false }
    let sent = reply.withUnsafeBytes {
      // A client that doesn't read its answers has had enough of them.
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }
    return sent == reply.count
  }
}
