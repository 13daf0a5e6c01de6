internal import QixCrypto
internal import QixModule

/// The times that an agent keeps the vault open; microseconds.
struct AgentLimits: Sendable, Equatable {
  /// After the last use.
  var idle: Int64 = 15 * 60 * 1_000_000
  /// Whatever it is used for.
  var lifetime: Int64 = 8 * 3_600 * 1_000_000
}

/// The agent's work with its key, apart from sockets: a packet in, a packet out.
struct AgentService: ~Copyable {
  let vault: VaultID
  let generation: Int64
  private let master: SecretBytes
  private var counter: Int64
  private let limits: AgentLimits
  private let clock: any Clock
  private let random: any RandomSource
  private let started: Int64
  private var used: Int64
  /// The latest moment that was seen: a clock that goes back gives no time.
  private var latest: Int64
  private(set) var isLocked = false

  /// - Parameters:
  ///   - master: checked against the commitment in the vault's header.
  ///   - counter: of the changes of the vault when it was unlocked.
  ///   - clock: its monotonic time alone is asked.
  init(
    _ master: consuming SecretBytes, vault: VaultID, generation: Int64, counter: Int64, limits: AgentLimits,
    clock: any Clock, random: any RandomSource
  ) {
    precondition(master.count == SecretBox.keySize)
    self.master = master
    self.vault = vault
    self.generation = generation
    self.counter = counter
    self.limits = limits
    self.clock = clock
    self.random = random
    started = clock.monotonicMicroseconds()
    used = started
    latest = started
  }

  /// Microseconds until it has to end; 0 when it has.
  mutating func remaining() -> Int64 {
    guard !isLocked else { return 0 }
    latest = max(latest, clock.monotonicMicroseconds())
    return max(0, min(idleEnd, end) - latest)
  }

  private var idleEnd: Int64 { used.addingReportingOverflow(limits.idle).partialValue }
  private var end: Int64 { started.addingReportingOverflow(limits.lifetime).partialValue }

  /// Answers a packet, whatever is in it.
  /// - Returns: false when its time was over; there is no answer then.
  mutating func answer(_ question: UnsafeRawBufferPointer, into reply: inout AgentPacket) -> Bool {
    guard remaining() > 0 else {
      isLocked = true
      return false
    }
    reply.clear()
    do throws(AgentOutcome) {
      header(.done, &reply)
      try answer(reading: AgentPacketReader(question), &reply)
    } catch {
      reply.clear()
      header(error, &reply)
    }
    return true
  }

  private func header(_ outcome: AgentOutcome, _ reply: inout AgentPacket) {
    reply.append(AgentPacket.version)
    reply.append(outcome.rawValue)
    reply.append(vault)
    reply.append(generation)
  }

  private mutating func answer(
    reading packet: AgentPacketReader, _ reply: inout AgentPacket
  ) throws(AgentOutcome) {
    var packet = packet
    guard packet.byte() == AgentPacket.version, let question = packet.byte().flatMap(AgentQuestion.init),
      let vault = packet.identifier(VaultTag.self), let generation = packet.number()
    else { throw .malformed }
    // These two are answered about any vault: they tell which one this agent holds, and end it.
    if question == .status || question == .lock {
      guard packet.isAtEnd else { throw .malformed }
      if question == .lock { isLocked = true } else { status(&reply) }
      return
    }
    guard vault == self.vault else { throw .otherVault }
    guard generation == self.generation else { throw .otherGeneration }
    try answer(question, &packet, &reply)
    used = latest
  }

  private func status(_ reply: inout AgentPacket) {
    reply.append(counter)
    reply.append(latest - started)
    reply.append(idleEnd - latest)
    reply.append(end - latest)
    reply.append(ProcessProtection.locksMemory ? 1 : 0 as Int64)
  }

  private mutating func answer(
    _ question: AgentQuestion, _ packet: inout AgentPacketReader, _ reply: inout AgentPacket
  ) throws(AgentOutcome) {
    switch question {
    case .status, .lock: break
    case .subkey:
      guard let number = packet.number(), packet.isAtEnd, let purpose = Subkey(rawValue: UInt64(bitPattern: number))
      else { throw .malformed }
      KeyWrap.subkey(purpose, of: master).withUnsafeBytes { reply.append($0) }
    case .wrap:
      guard let place = packet.place(), let bytes = packet.bytes(SecretBox.keySize), packet.isAtEnd else {
        throw .malformed
      }
      let key = SecretBytes(copying: bytes)
      KeyWrap.wrap(key, for: place, in: vault, master: master, random: random).withUnsafeBytes { reply.append($0) }
    case .unwrap:
      guard let place = packet.place(), let box = packet.bytes(KeyWrap.size), packet.isAtEnd else { throw .malformed }
      guard let key = KeyWrap.unwrap(Array(box), for: place, in: vault, master: master) else { throw .damaged }
      key.withUnsafeBytes { reply.append($0) }
    case .remember:
      guard let seen = packet.number(), packet.isAtEnd, seen >= 0 else { throw .malformed }
      counter = max(counter, seen)
    }
  }
}
