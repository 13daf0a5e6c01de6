/// GS1 element strings: identifiers with their data, one behind the other, as Code 128 with FNC1, DataBar Expanded,
/// DataMatrix and QR codes carry them (GS1 General Specifications, 7.8).
package struct ElementString: Sendable, Equatable {
  package struct Element: Sendable, Equatable {
    /// `17`.
    package let code: String
    package let title: String
    package let value: String
  }

  /// The reason why a text isn't one. Nothing of it is repeated: it is a stranger's.
  package enum Fault: Error, Equatable, Sendable {
    case empty
    /// No identifier stands where one is needed, so many bytes from the start.
    case unknownIdentifier(at: Int)
    /// The data don't have their form: too short, too long, other characters.
    case malformed(code: String)
    case checkDigit(code: String)
    case date(code: String)
    /// One identifier stands there with two values (GS1 General Specifications, 4.14).
    case contradiction(code: String)
  }

  /// The elements as they came, each identifier once.
  package let elements: [Element]

  /// FNC1, as readers give it between elements.
  static let separator: UInt8 = 0x1D
  /// Bytes that are looked at: more than any code holds.
  package static let mostBytes = 8_000

  /// Reads what a reader gave: FNC1 is byte 29, one at the beginning is nothing.
  package init(_ bytes: some Sequence<UInt8>) throws(Fault) {
    var rest = Array(bytes)[...]
    guard rest.count <= Self.mostBytes else { throw .malformed(code: "-") }
    let count = rest.count
    if rest.first == Self.separator { rest = rest.dropFirst() }
    var elements: [Element] = []
    while !rest.isEmpty {
      guard let identifier = ApplicationIdentifier.leading(rest) else {
        throw .unknownIdentifier(at: count - rest.count)
      }
      rest = rest.dropFirst(identifier.code.utf8.count)
      let end = rest.firstIndex(of: Self.separator) ?? rest.endIndex
      // Without a separator behind it, what has one length ends by itself.
      let length = identifier.isPredefined ? min(identifier.longest, end - rest.startIndex) : end - rest.startIndex
      let value = rest.prefix(length)
      try Self.add(identifier, value, to: &elements)
      rest = rest.dropFirst(length)
      if rest.first == Self.separator { rest = rest.dropFirst() }
    }
    guard !elements.isEmpty else { throw .empty }
    self.elements = elements
  }

  /// Reads how people write it: `(01)04006381333931(17)270131`.
  package init(bracketed text: some StringProtocol) throws(Fault) {
    var elements: [Element] = []
    var rest = Array(text.utf8)[...]
    let count = rest.count
    guard count <= Self.mostBytes else { throw .malformed(code: "-") }
    while !rest.isEmpty {
      guard rest.first == UInt8(ascii: "("), let close = rest.firstIndex(of: UInt8(ascii: ")")),
        let identifier = ApplicationIdentifier.named(
          String(decoding: rest[(rest.startIndex + 1)..<close], as: UTF8.self))
      else { throw .unknownIdentifier(at: count - rest.count) }
      rest = rest[(close + 1)...]
      // A bracket within the data is data, unless an identifier stands in it.
      var end = rest.endIndex
      for index in rest.indices where rest[index] == UInt8(ascii: "(") {
        guard let close = rest[index...].firstIndex(of: UInt8(ascii: ")")) else { continue }
        let name = String(decoding: rest[(index + 1)..<close], as: UTF8.self)
        guard ApplicationIdentifier.named(name) != nil else { continue }
        end = index
        break
      }
      try Self.add(identifier, rest[..<end], to: &elements)
      rest = rest[end...]
    }
    guard !elements.isEmpty else { throw .empty }
    self.elements = elements
  }

  init(checked pairs: [(ApplicationIdentifier, [UInt8])]) throws(Fault) {
    var elements: [Element] = []
    for (identifier, value) in pairs { try Self.add(identifier, value[...], to: &elements) }
    guard !elements.isEmpty else { throw .empty }
    self.elements = elements
  }

  private static func add(
    _ identifier: ApplicationIdentifier, _ value: ArraySlice<UInt8>, to elements: inout [Element]
  ) throws(Fault) {
    try identifier.check(value)
    let text = String(decoding: value, as: UTF8.self)
    if let other = elements.first(where: { $0.code == identifier.code }) {
      guard other.value == text else { throw .contradiction(code: identifier.code) }
      return
    }
    elements.append(Element(code: identifier.code, title: identifier.title, value: text))
  }
}

extension ElementString {
  package subscript(code: String) -> String? { elements.first { $0.code == code }?.value }

  /// The number of the item, or of those that a packing holds.
  package var gtin: GTIN? {
    (self["01"] ?? self["02"] ?? self["03"] ?? self["8006"]?.prefix(14).description).flatMap { try? GTIN($0) }
  }
  package var batch: String? { self["10"] }
  package var serial: String? { self["21"] }

  /// The form that people write.
  package var bracketed: String { elements.map { "(\($0.code))\($0.value)" }.joined() }

  /// The form that readers give: an FNC1 behind each element that needs one.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for (index, element) in elements.enumerated() {
      bytes += Array(element.code.utf8) + Array(element.value.utf8)
      let isLast = index == elements.count - 1
      if !isLast, ApplicationIdentifier.named(element.code)?.isPredefined != true { bytes.append(Self.separator) }
    }
    return bytes
  }
}
