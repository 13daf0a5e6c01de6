internal import CProcess
internal import Glibc
internal import QixCrypto
internal import QixModule
internal import Synchronization
internal import VaultContract

/// Asks the agent of a home.
final class AgentClient: Sendable {
  /// Seconds to wait for an answer, which takes microseconds.
  static let patience: Int32 = 5

  private struct Connection {
    let descriptor: Int32
    /// The agent's process.
    let process: pid_t
  }

  private let place: AgentPlace
  private let connection = Mutex<Connection?>(nil)

  init(_ place: AgentPlace) { self.place = place }

  deinit {
    connection.withLock { connection in
      if let connection { close(connection.descriptor) }
    }
  }

  /// The process that listens; nil for none.
  func process() throws -> pid_t? {
    try connection.withLock { connection in
      if connection == nil { connection = try connect() }
      return connection?.process
    }
  }

  /// Asks a question and lends the answer, behind its header.
  /// - Parameters:
  ///   - vault: which vault and master key the question is about; for those about neither, any.
  ///   - fill: appends the question's own part.
  ///   - read: is handed which vault and master key the agent holds, and the answer's own part; nil for an answer that
  ///     isn't one.
  /// - Returns: nil when no agent is there.
  func ask<Result: ~Copyable>(
    _ question: AgentQuestion, about vault: VaultID, _ generation: Int64,
    _ fill: (inout AgentPacket) -> Void = { _ in },
    _ read: (VaultID, Int64, inout AgentPacketReader) throws -> Result?
  ) throws -> Result? {
    var packet = AgentPacket()
    packet.append(AgentPacket.version)
    packet.append(question.rawValue)
    packet.append(vault)
    packet.append(generation)
    fill(&packet)
    guard let reply = try exchange(packet) else { return nil }
    return try reply.withUnsafeBytes { bytes -> Result? in
      var reader = AgentPacketReader(bytes)
      guard reader.byte() == AgentPacket.version, let outcome = reader.byte().flatMap(AgentOutcome.init),
        let vault = reader.identifier(VaultTag.self), let generation = reader.number()
      else { throw VaultError.agentFailed("it is of another version of qix") }
      switch outcome {
      case .done: break
      case .malformed: throw VaultError.agentFailed("it is of another version of qix")
      case .otherVault, .otherGeneration: throw VaultError.staleKeys
      case .damaged: throw VaultError.damaged("the key of an item doesn't belong to it")
      }
      guard let result = try read(vault, generation, &reader), reader.isAtEnd else {
        throw VaultError.agentFailed("its answer can't be read")
      }
      return result
    }
  }

  /// Sends a packet and receives the answer. A connection that was made earlier may have been closed for its silence,
  /// so it is made once more; every question may be put twice.
  private func exchange(_ packet: borrowing AgentPacket) throws -> AgentPacket? {
    var reply = AgentPacket()
    let isAnswered = try connection.withLock { connection -> Bool in
      let wasOpen = connection != nil
      if connection == nil { connection = try connect() }
      guard let first = connection else { return false }
      if try Self.exchange(packet, &reply, first.descriptor) { return true }
      close(first.descriptor)
      connection = nil
      guard wasOpen, let second = try connect() else { return false }
      connection = second
      return try Self.exchange(packet, &reply, second.descriptor)
    }
    guard isAnswered else { return nil }
    return reply
  }

  /// - Returns: false when the other end is closed.
  private static func exchange(
    _ packet: borrowing AgentPacket, _ reply: inout AgentPacket, _ descriptor: Int32
  ) throws -> Bool {
    let sent = packet.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard sent >= 0 else {
      if errno == EPIPE || errno == ECONNRESET { return false }
      throw VaultError.agentSilent
    }
    let received = reply.receive { bytes in
      while true {
        let count = recv(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_TRUNC))
        if count >= 0 || errno != EINTR { return count }
      }
    }
    if received == 0 || received < 0 && errno == ECONNRESET { return false }
    guard received > 0 else { throw VaultError.agentSilent }
    guard received <= AgentPacket.limit else { throw VaultError.agentFailed("its answer can't be read") }
    return true
  }

  private func connect() throws -> Connection? {
    guard let descriptor = try place.connect() else { return nil }
    var (user, process) = (uid_t(), pid_t())
    guard qix_peer(descriptor, &user, &process) == 0, user == geteuid() else {
      close(descriptor)
      throw VaultError.agentFailed("it runs as another user")
    }
    return Connection(descriptor: descriptor, process: process)
  }
}
