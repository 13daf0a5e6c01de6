/// A code's content about a product: its number, and of one piece of it batch, serial number and date.
package struct ScannedItem: Sendable, Equatable {
  package let gtin: GTIN
  package var batch: String?
  /// The serial number; with the GTIN it is unique to one piece.
  package var serial: String?
  /// `170131` as it stands there; a day of 00 is the month's last one.
  package var expiry: String?
  package var host: String?

  package init(_ gtin: GTIN, batch: String? = nil, serial: String? = nil, expiry: String? = nil, host: String? = nil) {
    (self.gtin, self.batch, self.serial, self.expiry, self.host) = (gtin, batch, serial, expiry, host)
  }

  /// - Parameter elements: nil is answered where none is a product's number.
  package init?(_ elements: ElementString, host: String? = nil) {
    guard let gtin = elements.gtin else { return nil }
    self.init(
      gtin, batch: elements.batch, serial: elements.serial, expiry: elements["17"] ?? elements["15"], host: host)
  }

  /// What digits below bars can mean: eight of them that begin with 0 or 1 are a GTIN-8 or a UPC-E, which have their check
  /// digits by different rules (GS1 General Specifications, 5.2.2.4).
  package static func typed(_ text: String) -> [ScannedItem] {
    let text = symbology(of: text)?.rest ?? text
    let short = text.filter { $0 != " " && $0 != "-" }
    return [ScannedItem(text), (try? GTIN(upcE: short)).map { ScannedItem($0) }].compactMap { $0 }
  }

  /// Reads whatever a person types or a reader gives: the digits of a GTIN, `(01)…(21)…`, a Digital Link. Nil of
  /// everything else.
  package init?(_ text: String) {
    if let (isGS1, rest) = Self.symbology(of: text) {
      self.init(code: rest, isGS1: isGS1)
    } else if let gtin = try? GTIN(text) {
      self.init(gtin)
    } else if text.utf8.first == UInt8(ascii: "("), let elements = try? ElementString(bracketed: text) {
      self.init(elements)
    } else if let link = DigitalLink(text) {
      self.init(link.elements, host: link.host)
    } else if text.utf8.contains(ElementString.separator) || text.hasPrefix("01"),
      let elements = try? ElementString(text.utf8)
    {
      self.init(elements)
    } else {
      return nil
    }
  }

  /// What a reader puts in front where it is set up to name the symbology (ISO/IEC 15424, 4): `]E0` for an EAN-13, `]C1`
  /// for a GS1-128. Nil where there is no such thing.
  private static func symbology(of text: String) -> (isGS1: Bool, rest: String)? {
    let bytes = Array(text.utf8.prefix(3))
    guard bytes.count == 3, bytes[0] == UInt8(ascii: "]"), bytes.dropFirst().allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    let isGS1 = ["]C1", "]d2", "]Q3", "]e0", "]J1"].contains(String(decoding: bytes, as: UTF8.self))
    return (isGS1, String(text.unicodeScalars.dropFirst(3)))
  }

  /// The item of a code that was read: `isGS1` where its symbology promises elements.
  package init?(code text: String, isGS1: Bool) {
    guard isGS1 else {
      self.init(text)
      return
    }
    if let elements = try? ElementString(text.utf8) {
      self.init(elements)
    } else {
      self.init(text)
    }
  }
}
