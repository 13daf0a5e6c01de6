/// SHA-256 as FIPS 180-4 §6.2 writes it down, to check the ledger's seals with nothing of the ledger.
enum PlainSHA256 {
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    let zeros = (119 - message.count % 64) % 64
    let padded = message + [0x80] + [UInt8](repeating: 0, count: zeros) + bigEndian(UInt64(message.count * 8))
    for start in stride(from: 0, to: padded.count, by: 64) { compress(padded[start..<start + 64], into: &state) }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
  }

  static func bigEndian(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = [UInt32](repeating: 0, count: 64)
    for (index, byte) in block.enumerated() { words[index / 4] = words[index / 4] << 8 | UInt32(byte) }
    for index in 16..<64 {
      let (two, fifteen) = (words[index - 2], words[index - 15])
      let first = rotate(fifteen, 7) ^ rotate(fifteen, 18) ^ (fifteen >> 3)
      let second = rotate(two, 17) ^ rotate(two, 19) ^ (two >> 10)
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let first = h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choice &+ constants[index] &+ words[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (§4.2.2), by integers alone.
  private static let constants: [UInt32] = {
    let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
    return primes.map { prime in
      // The greatest r with r³ ≤ prime · 2⁹⁶ is the root times 2³²; its lower half is the fraction.
      let target = UInt128(prime) << 96
      var root: UInt128 = 0
      for bit in (0..<36).reversed() where (root | 1 << bit) * (root | 1 << bit) * (root | 1 << bit) <= target {
        root |= 1 << bit
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }()
}
