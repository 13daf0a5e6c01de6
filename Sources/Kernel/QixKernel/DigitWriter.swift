/// Writes dates and times into the bytes of a string to be.
struct DigitWriter {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  /// - Parameter bytes: enough for what will be appended.
  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func append(_ letter: Unicode.Scalar) {
    bytes[count] = UInt8(ascii: letter)
    count += 1
  }

  /// A number with zeros before it up to a width, and with more digits where it needs them.
  mutating func append(_ number: Int64, width: Int) {
    if number < 0 { append("-") }
    var (rest, digits) = (number.magnitude, 0)
    repeat {
      rest /= 10
      digits += 1
    } while rest > 0
    // A sign takes the place of a zero.
    let places = max(digits, width - (number < 0 ? 1 : 0))
    rest = number.magnitude
    for place in (count..<count + places).reversed() {
      bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += places
  }

  mutating func append(_ date: CalendarDate) {
    append(date.year, width: 4)
    append("-")
    append(date.month, width: 2)
    append("-")
    append(date.day, width: 2)
  }
}
