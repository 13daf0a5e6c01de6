package import QixOCR

/// Reads receipts: a picture once, and where that leaves something open once more a little out of focus.
package struct ReceiptReader: Sendable {
  private let reader: any TextReader
  private let parser: ReceiptParser

  /// A total or a date that is less sure is looked for once more; a total of less waits for a person.
  private static let sure = 0.9
  private static let sureDate = 0.6
  /// The confidence of a total of which two readings say different things, at the most.
  private static let disputed = 0.6

  package init(_ reader: any TextReader, _ parser: ReceiptParser = ReceiptParser()) {
    (self.reader, self.parser) = (reader, parser)
  }

  /// - Throws: what the reader throws.
  package func read(_ pixels: Pixels) throws -> Receipt { try read(pixels, lines: try reader.read(pixels)) }

  /// - Parameter lines: what was read of the picture already.
  package func read(_ pixels: Pixels, lines: [TextLine]) throws -> Receipt {
    let receipt = parser.parse(lines, width: pixels.width, height: pixels.height)
    guard Self.isOpen(receipt) else { return receipt }
    let other = parser.parse(
      try reader.read(pixels.outOfFocus), width: pixels.width, height: pixels.height)
    return Self.both(receipt, other)
  }

  private static func isOpen(_ receipt: Receipt) -> Bool {
    (receipt.total?.confidence ?? 0) < sure || (receipt.date?.confidence ?? 0) < sureDate
  }

  /// The first reading with what the second is surer of.
  static func both(_ first: Receipt, _ second: Receipt) -> Receipt {
    var receipt = first
    if (second.date?.confidence ?? 0) > (first.date?.confidence ?? 0), (first.date?.confidence ?? 0) < sureDate {
      (receipt.date, receipt.monthFirstDate) = (second.date, second.monthFirstDate)
      receipt.time = second.time ?? first.time
    }
    guard let total = second.total, (first.total?.confidence ?? 0) < sure else { return receipt }
    if total.value == first.total?.value {
      receipt.total?.confidence = max(total.confidence, first.total?.confidence ?? 0)
    } else if total.confidence > first.total?.confidence ?? 0 {
      // What belongs to it comes along: sums are checked against each other.
      (receipt.total, receipt.subtotal, receipt.taxes, receipt.rounding) = (
        total, second.subtotal, second.taxes, second.rounding
      )
      (receipt.cash, receipt.change, receipt.card) = (second.cash, second.change, second.card)
      receipt.items = second.items
      if first.total != nil { receipt.total?.confidence = min(total.confidence, disputed) }
    }
    return receipt
  }
}

extension Pixels {
  /// The picture a little out of focus: what is broken in print grows together. Each value becomes a mean of its nine
  /// neighbours by 1, 2, 1 across and down, twice, which is nearly a Gaussian of one pixel.
  var outOfFocus: Pixels { softened.softened }

  private var softened: Pixels {
    let row = width * 3
    let across = [UInt8](unsafeUninitializedCapacity: bytes.count) { out, count in
      bytes.withUnsafeBufferPointer { bytes in
        for y in 0..<height {
          for x in 0..<row {
            let place = y * row + x
            let (left, right) = (x >= 3 ? place - 3 : place, x + 3 < row ? place + 3 : place)
            out[place] = UInt8((Int(bytes[left]) + 2 * Int(bytes[place]) + Int(bytes[right]) + 2) >> 2)
          }
        }
      }
      count = self.bytes.count
    }
    let both = [UInt8](unsafeUninitializedCapacity: bytes.count) { out, count in
      across.withUnsafeBufferPointer { bytes in
        for y in 0..<height {
          let (up, down) = (y > 0 ? -row : 0, y + 1 < height ? row : 0)
          for place in y * row..<(y + 1) * row {
            out[place] = UInt8((Int(bytes[place + up]) + 2 * Int(bytes[place]) + Int(bytes[place + down]) + 2) >> 2)
          }
        }
      }
      count = self.bytes.count
    }
    return Pixels(width: width, height: height, bytes: both)
  }
}
