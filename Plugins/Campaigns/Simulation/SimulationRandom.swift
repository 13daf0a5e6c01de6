/// Numbers that follow from a seed alone, on every machine and with every version of the compiler: SplitMix64 (Steele,
/// Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014).
struct SimulationRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to below the bound, each equally likely: Lemire's multiplication with rejection (Fast Random Integer
  /// Generation in an Interval, 2019).
  mutating func next(below bound: UInt64) -> UInt64 {
    precondition(bound > 0)
    var (high, low) = next().multipliedFullWidth(by: bound)
    if low < bound {
      let threshold = (0 &- bound) % bound
      while low < threshold { (high, low) = next().multipliedFullWidth(by: bound) }
    }
    return high
  }
}
