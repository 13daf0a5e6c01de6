internal import CSodium
internal import Synchronization

/// Protected memory for short secrets.
///
/// `sodium_malloc` gives each secret pages of its own, which takes a dozen calls of the system to make and end, and a
/// whole page of the memory that may be locked. The pool asks it for a region now and then and cuts that into slots. A
/// region is locked and kept out of core dumps as ever, with a guard page before and behind it; a slot is
/// wiped when its secret ends, and behind each secret stand bytes that must still be there then. What is given up is
/// that reading or writing past the end of a short secret traps on the spot: past the end of the region it still does.
final class SecretPool: Sendable {
  static let shared = SecretPool()

  /// Bytes in a slot of each kind, for secrets of up to `canarySize` fewer. Longer ones get memory of their own.
  static let slotSizes = [64, 128, 512, 2_048]
  static let canarySize = 8
  /// Two pages, less what `sodium_malloc` puts before its memory for a check of its own; a multiple of 64, so that the
  /// slots begin at multiples of 64, since the region ends where a page does.
  static let regionSize = 8_192 - 64

  /// Memory that is cut into slots. It goes back to the system when neither the pool nor a secret holds on to it.
  final class Region: Sendable {
    fileprivate let slotSize: Int
    // Neither is reached but under the lock of the region's pool.
    nonisolated(unsafe) fileprivate let start: UnsafeMutableRawPointer
    nonisolated(unsafe) fileprivate var free: [UInt8]
    fileprivate let slots: Int

    fileprivate init(slotSize: Int) {
      start = SecretPool.allocate(SecretPool.regionSize)
      self.slotSize = slotSize
      slots = SecretPool.regionSize / slotSize
      free = (0..<UInt8(slots)).reversed()
    }

    deinit { sodium_free(start) }
  }

  /// A slot, as long as a secret has it.
  struct Slot: Sendable {
    let region: Region
    // Belongs to the holder of the slot.
    nonisolated(unsafe) let start: UnsafeMutableRawPointer
  }

  /// For each kind of slot the regions with a free one, that of the latest change last.
  private let open = Mutex([[Region]](repeating: [], count: SecretPool.slotSizes.count))
  /// Another number in each process, so that nothing writes it by chance or from outside.
  private let canary: UInt64

  init() {
    Sodium.start()
    var canary: UInt64 = 0
    randombytes_buf(&canary, Self.canarySize)
    self.canary = canary
  }

  /// Memory of its own for one secret or for a region, of zeros, to be given to `sodium_free`.
  static func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    Sodium.start()
    ProcessProtection.start()
    // Without such memory the program must stop: a secret may lie nowhere else.
    guard let memory = sodium_malloc(count) else { fatalError("no memory is left for a secret of \(count) bytes") }
    // It has tried this already, and doesn't tell how that went. Locking twice is the same as once.
    if sodium_mlock(memory, count) != 0 { ProcessProtection.noteUnlockedMemory() }
    sodium_memzero(memory, count)
    return memory
  }

  /// A slot of zeros for a secret; nil for one that is too long.
  func take(_ count: Int) -> Slot? {
    guard let kind = Self.slotSizes.firstIndex(where: { count + Self.canarySize <= $0 }) else { return nil }
    let slot = open.withLock { open in
      if open[kind].isEmpty { open[kind].append(Region(slotSize: Self.slotSizes[kind])) }
      let last = open[kind].count - 1
      let region = open[kind][last]
      let start = region.start + Int(region.free.removeLast()) * region.slotSize
      // A region without a free slot is held by its secrets alone.
      if region.free.isEmpty { open[kind].removeLast() }
      return Slot(region: region, start: start)
    }
    slot.start.storeBytes(of: canary, toByteOffset: count, as: UInt64.self)
    return slot
  }

  /// Wipes a slot and takes it back.
  /// - Parameter count: the secret's length, as it was given to `take`.
  func giveBack(_ slot: Slot, _ count: Int) {
    // A write went past the end of a secret: whatever else is wrong now, no more is done with secrets.
    guard slot.start.loadUnaligned(fromByteOffset: count, as: UInt64.self) == canary else {
      fatalError("memory behind a secret was overwritten")
    }
    let region = slot.region
    sodium_memzero(slot.start, count + Self.canarySize)
    open.withLock { open in
      let kind = Self.slotSizes.firstIndex(of: region.slotSize) ?? 0
      if region.free.isEmpty { open[kind].append(region) }
      region.free.append(UInt8((slot.start - region.start) / region.slotSize))
      // One region without secrets is kept for the next; of more, what they have locked is given back.
      if region.free.count == region.slots, open[kind].count > 1 { open[kind].removeAll { $0 === region } }
    }
  }

  /// Returns the number of regions of a kind with a free slot.
  func openRegions(ofSlots size: Int) -> Int {
    open.withLock { open in Self.slotSizes.firstIndex(of: size).map { open[$0].count } ?? 0 }
  }
}
