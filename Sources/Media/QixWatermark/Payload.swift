/// Event and moment that a mark speaks of, 40 bits.
package struct Payload: Sendable, Hashable, Comparable {
  /// Number of the event, 24 bits.
  package let event: UInt32
  /// Number of the time slot since the event's start, 16 bits.
  package let slot: UInt16

  /// - Precondition: event < 2²⁴.
  package init(event: UInt32, slot: UInt16) {
    precondition(event < 1 << 24, "an event's number has 24 bits")
    self.event = event
    self.slot = slot
  }

  /// Five bytes, the most significant first.
  package var bytes: [UInt8] {
    [
      UInt8(truncatingIfNeeded: event >> 16), UInt8(truncatingIfNeeded: event >> 8), UInt8(truncatingIfNeeded: event),
      UInt8(slot >> 8), UInt8(truncatingIfNeeded: slot),
    ]
  }

  package static func < (a: Payload, b: Payload) -> Bool { (a.event, a.slot) < (b.event, b.slot) }

  /// The slot behind this one, of the same event.
  package func next(_ count: Int = 1) -> Payload {
    Payload(event: event, slot: slot &+ UInt16(truncatingIfNeeded: count))
  }
}

/// Hash under a key that it holds, a pseudorandom function of a message; comes from outside.
package struct KeyedHash: Sendable {
  /// Digest of at least 8 bytes, always as many.
  package let digest: @Sendable (_ message: [UInt8]) -> [UInt8]

  package init(_ digest: @escaping @Sendable (_ message: [UInt8]) -> [UInt8]) {
    self.digest = digest
  }

  /// Pseudorandom bytes of a label, by counting.
  func stream(label: String, count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 64)
    var block: UInt32 = 0
    while bytes.count < count {
      let number = (0..<4).map { UInt8(truncatingIfNeeded: block >> (8 * $0)) }
      bytes += digest(Array(label.utf8) + [0] + number)
      block += 1
    }
    return Array(bytes.prefix(count))
  }
}
