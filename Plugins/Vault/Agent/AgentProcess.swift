internal import CProcess
internal import Glibc
internal import QixCrypto
internal import QixModule

/// The agent as a process: this program, executed again under another name.
///
/// It isn't called by hand: without the descriptors that `AgentLauncher` leaves it ends at once. Neither its arguments
/// nor its environment hold anything.
enum AgentProcess {
  /// Its name, 15 bytes: `argv[0]`, and the name in lists of processes.
  static let name = "qix-vault-agent"

  /// Descriptors that it is started with. 0 to 2 are /dev/null.
  enum Descriptor {
    static let channel: Int32 = 3
    static let folder: Int32 = 4
    static let listener: Int32 = 5
  }

  static func run() -> Int32 {
    // First of all: no other process may look into one that is about to hold a key.
    guard ProcessProtection.start() else { return 1 }
    _ = qix_name_process(name)
    // Otherwise this process would keep open all that the shell of `qix vault unlock` had open, pipes and locks among
    // it.
    _ = qix_close_from(Descriptor.listener + 1)
    // No terminal whose end would end it, no folder that it keeps from being unmounted.
    guard setsid() >= 0, chdir("/") == 0 else { return 1 }
    guard let service = AgentHandover.receive(from: Descriptor.channel) else { return 1 }
    // Listening here and not where the socket was made: clients are told the process that listens.
    guard listen(Descriptor.listener, 64) == 0 else { return 1 }
    let place = AgentPlace(folder: Descriptor.folder)
    guard let own = place.identity, write(Descriptor.channel, AgentHandover.ready, 1) == 1 else { return 1 }
    close(Descriptor.channel)
    var loop = AgentLoop(service, listener: Descriptor.listener)
    loop.run { place.identity == own }
    place.removeSocket(own)
    return 0
  }
}

/// Time that goes on while the machine sleeps, and can't be set.
struct BootClock: Clock {
  func now() -> Timestamp { SystemClock().now() }

  func monotonicMicroseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }
}

/// The key on its way from the program that opened the vault to the agent, over a pair of sockets that only they have.
enum AgentHandover {
  /// The agent's answer once it listens.
  static let ready: [UInt8] = [1]

  static func packet(
    _ master: borrowing SecretBytes, vault: VaultID, generation: Int64, counter: Int64, _ limits: AgentLimits
  ) -> AgentPacket {
    var packet = AgentPacket()
    packet.append(AgentPacket.version)
    packet.append(vault)
    packet.append(generation)
    packet.append(counter)
    packet.append(limits.idle)
    packet.append(limits.lifetime)
    master.withUnsafeBytes { packet.append($0) }
    return packet
  }

  /// Nil when what comes is anything else.
  static func receive(from channel: Int32) -> AgentService? {
    var packet = AgentPacket()
    let received = packet.receive { recv(channel, $0.baseAddress, $0.count, Int32(MSG_TRUNC)) }
    guard (1...AgentPacket.limit).contains(received) else { return nil }
    return packet.withUnsafeBytes { bytes -> AgentService? in
      var reader = AgentPacketReader(bytes)
      guard reader.byte() == AgentPacket.version, let vault = reader.identifier(VaultTag.self),
        let generation = reader.number(), let counter = reader.number(), let idle = reader.number(),
        let lifetime = reader.number(), let master = reader.bytes(SecretBox.keySize), reader.isAtEnd
      else { return nil }
      return AgentService(
        SecretBytes(copying: master), vault: vault, generation: generation, counter: counter,
        limits: AgentLimits(idle: idle, lifetime: lifetime), clock: BootClock(), random: SystemRandomSource())
    }
  }
}
