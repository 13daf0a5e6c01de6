import QixCrypto
import QixKernel
import QixTesting
import Testing

@testable import Vault

/// What the agent answers, whoever asks, and for how long.
@Suite struct AgentServiceTests {
  static let vault = VaultID(high: 0x0191_0000_0000_7000, low: 0x8000_0000_0000_0001)
  static let place = ItemPlace(
    item: ItemID(high: 0x0191_0000_0000_7000, low: 0x8000_0000_0000_0002), version: 3, itemClass: .token)

  static func key(_ byte: UInt8) -> SecretBytes {
    var bytes = [UInt8](repeating: byte, count: 32)
    return SecretBytes(wiping: &bytes)
  }

  static func service(_ clock: TestClock = TestClock(), _ limits: AgentLimits = AgentLimits()) -> AgentService {
    AgentService(
      key(7), vault: vault, generation: 2, counter: 5, limits: limits, clock: clock, random: SeededRandomSource())
  }

  static func packet(
    _ question: UInt8, version: UInt8 = 1, vault: VaultID = vault, generation: Int64 = 2,
    _ fill: (inout AgentPacket) -> Void = { _ in }
  ) -> [UInt8] {
    var packet = AgentPacket()
    packet.append(version)
    packet.append(question)
    packet.append(vault)
    packet.append(generation)
    fill(&packet)
    return packet.withUnsafeBytes { Array($0) }
  }

  /// The outcome and what follows the header; nil where there is no answer.
  private func ask(_ service: inout AgentService, _ question: [UInt8]) -> (outcome: AgentOutcome, body: [UInt8])? {
    var reply = AgentPacket()
    guard question.withUnsafeBytes({ service.answer($0, into: &reply) }) else { return nil }
    return reply.withUnsafeBytes { bytes in
      guard bytes.count >= 26, bytes[0] == 1, let outcome = AgentOutcome(rawValue: bytes[1]) else { return nil }
      return (outcome, Array(bytes[26...]))
    }
  }

  private func rest(_ service: inout AgentService) -> Int64 { service.remaining() }

  @Test func itDoesWhatTheKeyItselfWouldDo() throws {
    var service = Self.service()
    let local = LocalCustodian(Self.key(7), vault: Self.vault, generation: 2, random: SeededRandomSource())
    for purpose in Subkey.allCases {
      let answer = try #require(ask(&service, Self.packet(2) { $0.append(Int64(purpose.rawValue)) }))
      let expected = local.subkey(purpose).withUnsafeBytes { Array($0) }
      #expect(answer.outcome == .done && answer.body == expected)
    }
    let wrapped = try #require(
      ask(
        &service,
        Self.packet(3) { packet in
          packet.append(Self.place)
          Self.key(9).withUnsafeBytes { packet.append($0) }
        }))
    #expect(wrapped.outcome == .done && wrapped.body.count == KeyWrap.size)
    let unwrapped = try local.unwrap(wrapped.body, for: Self.place).withUnsafeBytes { Array($0) }
    #expect(unwrapped == [UInt8](repeating: 9, count: 32))
    let back = ask(
      &service,
      Self.packet(4) { packet in
        packet.append(Self.place)
        wrapped.body.withUnsafeBytes { packet.append($0) }
      })
    #expect(back?.outcome == .done && back?.body == unwrapped)
  }

  @Test func aKeyUnwrapsInItsPlaceAlone() throws {
    var service = Self.service()
    let local = LocalCustodian(Self.key(7), vault: Self.vault, generation: 2, random: SeededRandomSource())
    let box = local.wrap(Self.key(9), for: Self.place)
    let elsewhere = ItemPlace(item: Self.place.item, version: 4, itemClass: .token)
    func unwrap(_ box: [UInt8], _ place: ItemPlace) -> AgentOutcome? {
      ask(
        &service,
        Self.packet(4) { packet in
          packet.append(place)
          box.withUnsafeBytes { packet.append($0) }
        })?.outcome
    }
    #expect(unwrap(box, Self.place) == .done)
    #expect(unwrap(box, elsewhere) == .damaged)
    var altered = box
    altered[40] ^= 1
    #expect(unwrap(altered, Self.place) == .damaged)
  }

  @Test func anotherVaultOrMasterKeyIsRefused() {
    var service = Self.service()
    let other = VaultID(high: 1, low: 2)
    for question: UInt8 in 2...5 {
      #expect(ask(&service, Self.packet(question, vault: other))?.outcome == .otherVault)
      #expect(ask(&service, Self.packet(question, generation: 3))?.outcome == .otherGeneration)
      #expect(ask(&service, Self.packet(question, generation: 1))?.outcome == .otherGeneration)
    }
    // Whoever asks what it holds may not know; whoever locks need not.
    #expect(ask(&service, Self.packet(1, vault: other, generation: 0))?.outcome == .done)
    #expect(ask(&service, Self.packet(6, vault: other, generation: 0))?.outcome == .done)
    #expect(rest(&service) == 0)
    #expect(ask(&service, Self.packet(1)) == nil)
  }

  @Test func theGreatestCountOfChangesIsRemembered() throws {
    var service = Self.service()
    func counter() throws -> Int64? {
      let body = try #require(ask(&service, Self.packet(1))).body
      return body.withUnsafeBytes { bytes in
        var reader = AgentPacketReader(bytes)
        return reader.number()
      }
    }
    #expect(try counter() == 5)
    for (told, kept) in [(Int64(9), Int64(9)), (3, 9), (10, 10)] {
      #expect(ask(&service, Self.packet(5) { $0.append(told) })?.outcome == .done)
      #expect(try counter() == kept)
    }
    #expect(ask(&service, Self.packet(5) { $0.append(Int64(-1)) })?.outcome == .malformed)
  }

  @Test func itLocksItselfWhenNobodyUsesItAndAtTheLatestAfterItsLifetime() {
    let minute: Int64 = 60_000_000
    let clock = TestClock()
    var service = Self.service(clock, AgentLimits(idle: 15 * minute, lifetime: 60 * minute))
    let use = Self.packet(2) { $0.append(Int64(2)) }
    for _ in 0..<4 {
      clock.advance(byMicroseconds: 14 * minute)
      #expect(ask(&service, use)?.outcome == .done)
    }
    #expect(rest(&service) == 4 * minute)
    clock.advance(byMicroseconds: 4 * minute)
    #expect(ask(&service, use) == nil)
    #expect(rest(&service) == 0)

    var idle = Self.service(clock, AgentLimits(idle: 15 * minute, lifetime: 60 * minute))
    clock.advance(byMicroseconds: 10 * minute)
    // To look at it is not to use it, and neither is to be refused.
    #expect(ask(&idle, Self.packet(1))?.outcome == .done)
    #expect(ask(&idle, Self.packet(2, generation: 9))?.outcome == .otherGeneration)
    #expect(ask(&idle, Self.packet(2))?.outcome == .malformed)
    #expect(rest(&idle) == 5 * minute)
    clock.advance(byMicroseconds: 5 * minute)
    #expect(ask(&idle, use) == nil)
  }

  /// Reliability 10: the clock a day back, standing still and a day forward.
  @Test func aClockThatJumpsGivesNoTime() {
    let hour: Int64 = 3_600_000_000
    let clock = TestClock()
    var service = Self.service(clock, AgentLimits(idle: hour, lifetime: 2 * hour))
    clock.advance(byMicroseconds: hour / 2)
    #expect(rest(&service) == hour / 2)
    clock.advance(byMicroseconds: -24 * hour)
    #expect(rest(&service) == hour / 2)
    #expect(ask(&service, Self.packet(2) { $0.append(Int64(2)) })?.outcome == .done)
    #expect(rest(&service) == hour)
    clock.advance(byMicroseconds: 24 * hour)
    #expect(rest(&service) == hour)
    clock.advance(byMicroseconds: 24 * hour)
    #expect(rest(&service) == 0)
    #expect(ask(&service, Self.packet(1)) == nil)
    // It doesn't come back to life.
    clock.advance(byMicroseconds: -48 * hour)
    #expect(ask(&service, Self.packet(1)) == nil)
  }

  /// The clock of the agent is neither that of the wall nor one that stops while the machine sleeps.
  @Test func theAgentsOwnClockOnlyGoesForward() {
    let clock = BootClock()
    let first = clock.monotonicMicroseconds()
    #expect(first > 0 && clock.monotonicMicroseconds() >= first)
    #expect(first >= SystemClock().monotonicMicroseconds() - 1_000_000)
  }

  @Test func everyShorterOrLongerPacketIsRefused() {
    var service = Self.service()
    let whole: [(UInt8, Int)] = [(1, 0), (2, 8), (3, 64), (4, 104), (5, 8)]
    for (question, count) in whole {
      let body = [UInt8](repeating: 0, count: count)
      let packet = Self.packet(question) { packet in body.withUnsafeBytes { packet.append($0) } }
      for length in 0..<packet.count {
        #expect(ask(&service, Array(packet[..<length]))?.outcome == .malformed, "\(question), \(length) bytes")
      }
      #expect(ask(&service, packet + [0])?.outcome == .malformed, "\(question) and a byte")
    }
    for question in (UInt8(7)...255) + [0] {
      #expect(ask(&service, Self.packet(question))?.outcome == .malformed)
    }
    for version in (UInt8(2)...255) + [0] {
      #expect(ask(&service, Self.packet(1, version: version))?.outcome == .malformed)
    }
    #expect(rest(&service) > 0)
  }

  @Test func anythingElseDoesNoHarm() {
    var service = Self.service()
    var numbers = SeededGenerator(Seed(for: "hostile packets"))
    for _ in 0..<20_000 {
      var bytes = (0..<Int.random(in: 0...256, using: &numbers)).map { _ in
        UInt8.random(in: .min ... .max, using: &numbers)
      }
      // Half of them get past the first checks.
      if Bool.random(using: &numbers) {
        let question = UInt8.random(in: 0...5, using: &numbers)
        bytes = Self.packet(question) { packet in
          bytes.prefix(230).withUnsafeBytes { packet.append($0) }
        }
      }
      guard let answer = ask(&service, bytes) else {
        // By chance it was told to lock.
        #expect(rest(&service) == 0)
        service = Self.service()
        continue
      }
      #expect(answer.body.count <= 72)
    }
  }
}
