internal import QixCrypto
internal import QixOCR
internal import QixReceipts

/// A receipt's picture with boxes over what was read, as SVG that stands by itself.
struct ReviewDrawing {
  let receipt: Receipt
  /// PNG.
  let picture: [UInt8]

  func svg() -> String {
    let (width, height) = (max(1, receipt.width), max(1, receipt.height))
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" font-family="sans-serif">
      <image width="\(width)" height="\(height)" preserveAspectRatio="none" \
      href="data:image/png;base64,\(Base64.padded.encode(picture))"/>
      <g fill="none" stroke="#0a58ca" stroke-width="\(max(1, width / 600))" opacity="0.45">

      """
    for line in receipt.lines {
      let corners = line.quad.corners.map { "\(Int(clamping: $0.x)),\(Int(clamping: $0.y))" }
      svg += "<polygon points=\"\(corners.joined(separator: " "))\"><title>"
      svg += "\(Self.escaped(line.text)) (\(Self.percent(line.confidence)))</title></polygon>\n"
    }
    svg += "</g>\n<g fill=\"none\" stroke-width=\"\(max(2, width / 250))\">\n"
    // What is doubtful comes last, over what isn't.
    for mark in shown.sorted(by: { $0.confidence > $1.confidence }) {
      let colour = mark.confidence >= 0.9 ? "#198754" : "#dc3545"
      let place = mark.place
      svg += """
        <rect x="\(place.x)" y="\(place.y)" width="\(max(0, place.width))" height="\(max(0, place.height))" \
        stroke="\(colour)"><title>\(mark.name): \(Self.escaped(mark.value)) (\(Self.percent(mark.confidence)))\
        </title></rect>
        <text x="\(place.x)" y="\(max(12, place.y - 4))" font-size="\(max(12, width / 50))" fill="\(colour)">\
        \(mark.name)</text>

        """
    }
    return svg + "</g>\n</svg>\n"
  }

  /// One mark for each place: where several fields were read, with all of their names, and as sure as the least of them.
  private var shown: [Receipt.Mark] {
    var shown: [Receipt.Mark] = []
    for mark in receipt.marks {
      guard let same = shown.firstIndex(where: { $0.place == mark.place }) else {
        shown.append(mark)
        continue
      }
      let first = shown[same]
      shown[same] = Receipt.Mark(
        name: "\(first.name), \(mark.name)", value: "\(first.value), \(mark.value)",
        confidence: min(first.confidence, mark.confidence), place: mark.place)
    }
    return shown
  }

  private static func percent(_ confidence: Double) -> String { "\(Int((confidence * 100).rounded())) %" }

  /// A stranger's text, as XML may have it.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE:
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Receipt {
  /// What was read at one place of the picture.
  struct Mark {
    let name: String
    let value: String
    let confidence: Double
    let place: Box
  }

  /// The fields and items whose places are known.
  var marks: [Mark] {
    var marks: [Mark] = []
    func add<Value>(_ name: String, _ field: Receipt.Field<Value>?, _ text: (Value) -> String = { "\($0)" }) {
      guard let field, let place = field.place else { return }
      marks.append(Mark(name: name, value: text(field.value), confidence: field.confidence, place: place))
    }
    add("merchant", merchant)
    add("address", address)
    add("tax number", taxNumber)
    add("date", date)
    add("time", time)
    add("transaction", transaction)
    add("subtotal", subtotal, amount)
    add("total", total, amount)
    for item in items {
      guard let place = item.place else { continue }
      marks.append(Mark(name: "item", value: item.text, confidence: item.confidence, place: place))
    }
    return marks
  }
}

extension Double {
  fileprivate var clamped: Double { Swift.max(-1e6, Swift.min(1e6, self)) }
}

extension Int {
  /// A stranger's coordinate.
  fileprivate init(clamping number: Double) {
    self = number.isFinite ? Int(number.clamped) : 0
  }
}
