internal import QixCrypto
internal import QixOCR
internal import QixReceipts
internal import QixShake

/// The lens's answer about a receipt's picture. The worker that answered has read a stranger's file, so nothing in
/// it is believed to be in any bounds but those that are asked for here.
struct ReceiptReading: Sendable {
  /// Lines, items and fields' bytes beyond which nobody reads on.
  static let mostLines = 2_000
  static let mostItems = 500
  static let mostText = 500
  static let mostPictureBytes = 4 << 20

  var receipt: Receipt
  /// The look of its picture, however it was saved: sixteen hexadecimal digits.
  let look: String?
  /// PNG, for people to look at.
  let picture: [UInt8]?

  /// - Returns: nil where it isn't what `ReceiptLook` answers.
  init?(_ reading: JSONObject) {
    guard let object = reading["receipt"]?.object, let receipt = Receipt(json: object), receipt.isPlausible else {
      return nil
    }
    self.receipt = receipt
    look = reading["look"]?.string
    if look == nil, !(reading["look"]?.isNull ?? true) { return nil }
    if let look, look.utf8.count != 16 || !look.utf8.allSatisfy(Self.isHexadecimal) { return nil }
    switch reading["picture"] {
    case nil, .null?: picture = nil
    case .string(let text)?:
      guard text.utf8.count <= Self.mostPictureBytes * 4 / 3 + 4, let bytes = Base64.padded.decode(text),
        bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      else { return nil }
      picture = bytes
    default: return nil
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

extension Receipt {
  /// Whether amounts, sizes and texts are those of any receipt.
  var isPlausible: Bool {
    let amounts = [subtotal, rounding, total, cash, change, card].compactMap { $0?.value } + taxes.map(\.value)
    let texts = [merchant, firm, address, taxNumber, transaction, till].compactMap { $0?.value }
    let confidences =
      [
        merchant?.confidence, firm?.confidence, address?.confidence, taxNumber?.confidence, date?.confidence,
        time?.confidence,
      ]
      + [transaction?.confidence, till?.confidence, subtotal?.confidence, total?.confidence, currency?.confidence]
    let places =
      [
        merchant?.place, firm?.place, address?.place, taxNumber?.place, date?.place, time?.place, transaction?.place,
        till?.place,
      ]
      + [subtotal?.place, rounding?.place, total?.place, cash?.place, change?.place, card?.place, currency?.place]
      + items.map(\.place) + taxes.map(\.place)
    let most: Int64 = 1_000_000_000_000
    let farthest = -1_000_000...1_000_000
    return lines.count <= ReceiptReading.mostLines && items.count <= ReceiptReading.mostItems
      && (0...100_000).contains(width) && (0...100_000).contains(height)
      && amounts.allSatisfy { (-most...most).contains($0) }
      && texts.allSatisfy { $0.utf8.count <= ReceiptReading.mostText }
      && lines.allSatisfy { $0.text.utf8.count <= ReceiptReading.mostText && (0...1).contains($0.confidence) }
      && otherCurrencies.count <= 100 && shopNumbers.count <= 100
      && shopNumbers.allSatisfy { $0.utf8.count <= ReceiptReading.mostText }
      && places.allSatisfy { place in
        place.map { [$0.x, $0.y, $0.width, $0.height].allSatisfy(farthest.contains) } ?? true
      }
      && confidences.allSatisfy { $0.map { (0...1).contains($0) } ?? true }
      && items.allSatisfy { item in
        item.text.utf8.count <= ReceiptReading.mostText && (-most...most).contains(item.amount)
          && (-most...most).contains(item.quantity) && (0...1).contains(item.confidence)
          && (item.gtin?.utf8.count ?? 0) <= 20
      }
  }

  /// Without what only a person who looks at the picture needs.
  var withoutLines: Receipt {
    var receipt = self
    receipt.lines = []
    receipt.shopNumbers = []
    return receipt
  }

  /// Whether hardly anything could be read: another picture helps, no reviewer.
  var isUnreadable: Bool { total == nil && date == nil || lines.count < 4 }
}
