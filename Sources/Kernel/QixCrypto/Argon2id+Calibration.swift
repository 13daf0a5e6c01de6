internal import Glibc

extension Argon2id {
  /// The cost at which this machine takes about `target` for a key: found by measuring at the floor, because the time
  /// grows with the memory.
  ///
  /// - Parameters:
  ///   - floor: Bytes below which it doesn't go, however slow the machine is.
  ///   - ceiling: Bytes above which it doesn't go, however fast it is. A quarter of the machine's memory is a limit too.
  ///   - measure: How long a derivation takes; tests put their own in its place.
  package static func calibrated(
    target: Duration = .milliseconds(500), passes: Int = 3, floor: Int = 64 << 20, ceiling: Int = 1 << 30,
    measure: (Cost) throws(CryptoError) -> Duration = { (cost) throws(CryptoError) in try duration(of: cost) }
  ) throws(CryptoError) -> Cost {
    precondition(floor <= ceiling && floor >= step)
    var cost = Cost(passes: passes, memory: floor)
    // The first run also pays for pages that the system has to find; the shorter one is the machine's.
    let first = try measure(cost)
    let shortest = max(min(first, try measure(cost)), .microseconds(1))
    let fitting = Double(floor) * (target / shortest)
    let limit = max(floor, min(ceiling, physicalMemory / 4))
    cost.memory = fitting >= Double(limit) ? limit : max(floor, Int(fitting))
    cost.memory -= cost.memory % step
    return cost
  }

  /// Costs are whole 16 MiB: what is stored should not tell machines apart by the noise of a measurement.
  private static let step = 16 << 20

  /// Measures how long one derivation takes here and now.
  package static func duration(of cost: Cost) throws(CryptoError) -> Duration {
    let start = monotonicNanoseconds
    _ = try derive(SecretBytes(count: 16), salt: [UInt8](repeating: 0, count: saltSize), cost: cost)
    return .nanoseconds(monotonicNanoseconds - start)
  }

  /// Not `ContinuousClock`, which would link the runtime of concurrency into the program
  /// (docs/decisions/0020-start-up.md).
  private static var monotonicNanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static var physicalMemory: Int {
    let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    return pages > 0 && size > 0 ? pages * size : .max
  }
}
