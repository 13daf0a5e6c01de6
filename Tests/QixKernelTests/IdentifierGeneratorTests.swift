import QixKernel
import QixTesting
import Testing

@Suite struct IdentifierGeneratorTests {
  enum Sample: IdentifierTag { static let prefix = "smp" }

  /// A source all of whose bytes are the same.
  private struct Constant: RandomSource {
    let byte: UInt8
    func fill(_ bytes: UnsafeMutableRawBufferPointer) { for index in bytes.indices { bytes[index] = byte } }
  }

  private func isVersion7(_ id: Identifier<Sample>) -> Bool { id.high >> 12 & 0xF == 7 && id.low >> 62 == 0b10 }

  /// The clock stands still, creeps, leaps a day ahead and falls back, a million times.
  @Test func aMillionGrowWhateverTheClockDoes() {
    let seed = Seed(for: "aMillionGrowWhateverTheClockDoes")
    var generator = IdentifierGenerator(random: SeededRandomSource(seed: seed.value))
    var last = Identifier<Sample>(high: 0, low: 0)
    var time = Timestamp(microseconds: 1_800_000_000_000_000)
    for count in 0..<1_000_000 {
      switch count % 1_000 {
      case 0: time = time.advanced(byMicroseconds: Timestamp.day)
      case 300: time = time.advanced(byMicroseconds: -2 * Timestamp.day)
      case 600...: time = time.advanced(byMicroseconds: 150)
      default: break
      }
      let next: Identifier<Sample> = generator.next(at: time)
      guard next > last, isVersion7(next) else {
        Issue.record("\(next) after \(last), the \(count)th, \(seed)")
        return
      }
      last = next
    }
  }

  @Test func tellsTheMillisecondInWhichItWasMade() {
    var generator = IdentifierGenerator(random: SeededRandomSource())
    let id: Identifier<Sample> = generator.next(at: Timestamp(microseconds: 1_800_000_000_123_456))
    #expect(id.created == Timestamp(microseconds: 1_800_000_000_123_000))
  }

  @Test func goesOnAfterTheLastOne() {
    let last = (high: 0x0FFF_0000_0000_7ABC as UInt64, low: 0x8000_0000_0000_0000 as UInt64)
    var generator = IdentifierGenerator(random: SeededRandomSource(), after: last)
    // The clock is far behind what was made before.
    let next: Identifier<Sample> = generator.next(at: Timestamp(microseconds: 1_800_000_000_000_000))
    #expect(next > Identifier(high: last.high, low: last.low))
    #expect(next.high == last.high && isVersion7(next))
  }

  @Test(arguments: [0, 0xFF] as [UInt8])
  func carriesWhereTheRandomBitsAreUsedUp(_ byte: UInt8) {
    for high in [0x018D_0000_0000_7ABC, 0x018D_0000_0000_7FFF, 0x018D_FFFF_FFFF_7FFF] as [UInt64] {
      var generator = IdentifierGenerator(random: Constant(byte: byte), after: (high, 0xBFFF_FFFF_FFFF_FFFF))
      var last = Identifier<Sample>(high: high, low: 0xBFFF_FFFF_FFFF_FFFF)
      for _ in 0..<10 {
        let next: Identifier<Sample> = generator.next(at: Timestamp(microseconds: 0))
        #expect(next > last && isVersion7(next))
        last = next
      }
    }
  }

  @Test func textKeepsTheOrderOfTheBytes() {
    var generator = IdentifierGenerator(random: SeededRandomSource())
    var ids: [Identifier<Sample>] = []
    for count in 0..<1_000 as Range<Int64> {
      ids.append(generator.next(at: Timestamp(microseconds: 1_800_000_000_000_000 + count * 400)))
    }
    #expect(ids.map(\.description) == ids.map(\.description).sorted())
    for id in ids {
      #expect(Identifier<Sample>(id.description.uppercasedDigits) == id)
      #expect(id.bytes.withUnsafeBytes { Identifier<Sample>($0) } == id)
    }
    #expect([UInt8](repeating: 0, count: 15).withUnsafeBytes { Identifier<Sample>($0) } == nil)
    #expect([UInt8](repeating: 0, count: 17).withUnsafeBytes { Identifier<Sample>($0) } == nil)
  }
}

extension String {
  /// The digits behind the prefix in capitals, as somebody reads them out.
  fileprivate var uppercasedDigits: String { prefix(4) + dropFirst(4).uppercased() }
}
