import QixKernel
import Testing

@Suite struct IdentifierTests {
  enum Sample: IdentifierTag { static let prefix = "smp" }

  struct Seeded: RandomSource {
    func fill(_ bytes: UnsafeMutableRawBufferPointer) {
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index &* 37) }
    }
  }

  @Test func growsWhateverTheClockDoes() throws {
    var generator = IdentifierGenerator(random: Seeded())
    let day = Timestamp.day
    let start: Int64 = 1_800_000_000_000_000
    var last: Identifier<Sample>?
    for offset in [0, 0, 1, day, -day, 0, 5_000, 2 * day, 2 * day] as [Int64] {
      let next: Identifier<Sample> = generator.next(at: Timestamp(microseconds: start + offset))
      if let last { #expect(next > last) }
      #expect(Identifier<Sample>("\(next)") == next)
      #expect(next.high >> 12 & 0xF == 7 && next.low >> 62 == 0b10)
      last = next
    }
  }

  @Test(arguments: [
    "", "smp_", "smp_0", "usr_01jaaaaaaaaaaaaaaaaaaaaaaa", "smp_81jaaaaaaaaaaaaaaaaaaaaaaa",
    "smp_01juaaaaaaaaaaaaaaaaaaaaaa",
  ])
  func refusesMalformed(_ text: String) { #expect(Identifier<Sample>(text) == nil) }
}
