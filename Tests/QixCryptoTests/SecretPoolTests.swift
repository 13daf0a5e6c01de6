import QixKernel
import QixTesting
import Testing

@testable import QixCrypto

/// Where short secrets lie: slots of shared pages.
@Suite("The pool of short secrets") struct SecretPoolTests {
  private static let sizes = [0, 1, 31, 32, 56, 57, 120, 121, 384, 504, 505, 2_040]

  @Test("A slot begins aligned and empty, and is as long as was asked", arguments: sizes)
  func slots(_ count: Int) throws {
    let pool = SecretPool()
    let slot = try #require(pool.take(count))
    #expect(Int(bitPattern: slot.start).isMultiple(of: 64))
    let bytes = UnsafeMutableRawBufferPointer(start: slot.start, count: count)
    #expect(bytes.allSatisfy { $0 == 0 })
    bytes.initializeMemory(as: UInt8.self, repeating: 0xAB)
    pool.giveBack(slot, count)
  }

  @Test("What is longer than the longest slot is not the pool's")
  func long() {
    #expect(SecretPool().take(2_041) == nil)
    var secret = SecretBytes(count: 100_000)
    secret.withUnsafeMutableBytes { $0[99_999] = 1 }
    #expect(secret.withUnsafeBytes { $0.count == 100_000 && $0[0] == 0 && $0[99_999] == 1 })
  }

  @Test("A slot that is given back was wiped, what guards its end as well", arguments: sizes)
  func wipes(_ count: Int) throws {
    let pool = SecretPool()
    // Keeps the region, so that its memory may still be looked at.
    let other = try #require(pool.take(count))
    let slot = try #require(pool.take(count))
    #expect(slot.region === other.region)
    UnsafeMutableRawBufferPointer(start: slot.start, count: count).initializeMemory(as: UInt8.self, repeating: 0xAB)
    pool.giveBack(slot, count)
    let left = UnsafeRawBufferPointer(start: slot.start, count: count + SecretPool.canarySize)
    #expect(left.allSatisfy { $0 == 0 })
    #expect(try #require(pool.take(count)).start == slot.start)
  }

  @Test("Slots lie apart, and each region is used up before there is another", arguments: SecretPool.slotSizes)
  func exhausts(_ size: Int) throws {
    let pool = SecretPool()
    let count = size - SecretPool.canarySize
    let inRegion = SecretPool.regionSize / size
    let slots = try (0..<inRegion * 2 + 1).map { _ in try #require(pool.take(count)) }
    let starts = slots.map { Int(bitPattern: $0.start) }.sorted()
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 >= size })
    #expect(Set(slots.map { ObjectIdentifier($0.region) }).count == 3)
    // Two are full, and known to their secrets alone.
    #expect(pool.openRegions(ofSlots: size) == 1)
    for slot in slots[..<(inRegion - 1)] { pool.giveBack(slot, count) }
    #expect(pool.openRegions(ofSlots: size) == 2)
    for slot in slots[(inRegion - 1)...] { pool.giveBack(slot, count) }
    // What they had locked is given back, but for one region.
    #expect(pool.openRegions(ofSlots: size) == 1)
  }

  #if os(Linux)
    @Test("Writing past the end of a secret stops the program when the secret ends")
    func guards() async {
      await #expect(processExitsWith: .failure) {
        var secret = SecretBytes(count: 32)
        secret.withUnsafeMutableBytes { bytes in
          guard let start = bytes.baseAddress else { return }
          start.storeBytes(of: 1, toByteOffset: 32, as: UInt8.self)
          start.storeBytes(of: 2, toByteOffset: 33, as: UInt8.self)
        }
        // Ends here.
        _ = consume secret
      }
    }
  #endif

  @Test("Many threads make and end secrets of all lengths, and none sees another's bytes")
  func threads() async {
    let seed = Seed(for: "secret pool")
    await withTaskGroup(of: Int.self) { group in
      for thread in 0..<8 {
        group.addTask {
          var random = SeededGenerator(seed: seed.value &+ UInt64(thread))
          var faults = 0
          var kept: [Kept] = []
          for round in 0..<2_000 {
            let mark = UInt8(truncatingIfNeeded: thread &* 31 &+ round)
            var secret = SecretBytes(count: Int(random.next() % 2_100))
            if !secret.isZero, secret.count > 0 { faults += 1 }
            _ = secret.withUnsafeMutableBytes { $0.initializeMemory(as: UInt8.self, repeating: mark) }
            kept.append(Kept(secret, mark))
            if kept.count > 40 {
              let old = kept.remove(at: Int(random.next() % 40))
              if !old.isWhole { faults += 1 }
            }
          }
          return faults + kept.filter { !$0.isWhole }.count
        }
      }
      for await faults in group { #expect(faults == 0, "\(seed)") }
    }
  }

  /// A secret of one byte again and again.
  private final class Kept {
    private let secret: SecretBytes
    private let mark: UInt8

    init(_ secret: consuming SecretBytes, _ mark: UInt8) {
      self.secret = secret
      self.mark = mark
    }

    var isWhole: Bool { secret.withUnsafeBytes { $0.allSatisfy { $0 == mark } } }
  }
}
