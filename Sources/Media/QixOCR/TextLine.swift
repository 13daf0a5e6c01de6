package import QixFormats

/// A place in a picture, in pixels from its upper left corner.
package struct PicturePoint: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// The four corners around a piece of text, in the order in which its reader would name them: upper left, upper right,
/// lower right, lower left, of the text and not of the picture.
package struct Quad: Hashable, Sendable {
  package var corners: [PicturePoint]

  /// - Parameter corners: four.
  package init(_ corners: [PicturePoint]) {
    precondition(corners.count == 4)
    self.corners = corners
  }

  /// An upright rectangle.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.init([
      PicturePoint(x: x, y: y), PicturePoint(x: x + width, y: y), PicturePoint(x: x + width, y: y + height),
      PicturePoint(x: x, y: y + height),
    ])
  }
}

extension Quad {
  /// The line in a picture of another size.
  func scaled(_ factor: Double) -> Quad { Quad(corners.map { PicturePoint(x: $0.x * factor, y: $0.y * factor) }) }
}

/// A piece of text that was read at one place: a word, or several on one line.
package struct TextLine: Hashable, Sendable {
  package var text: String
  /// The reader's confidence, 0…1.
  package var confidence: Double
  package var quad: Quad

  package init(_ text: String, confidence: Double, quad: Quad) {
    (self.text, self.confidence, self.quad) = (text, confidence, quad)
  }
}

extension TextLine {
  /// `{"text": …, "confidence": …, "quad": [x, y, x, y, x, y, x, y]}`
  package func toJSON() -> JSONValue {
    [
      "text": .string(text), "confidence": .double(confidence),
      "quad": .array(quad.corners.flatMap { [.double($0.x), .double($0.y)] }),
    ]
  }

  /// - Returns: nil where it isn't what `toJSON` writes.
  package init?(json: JSONValue) {
    guard let text = json["text"]?.string, let confidence = json["confidence"]?.double,
      let numbers = json["quad"]?.array?.map({ $0.double ?? .nan }), numbers.count == 8,
      numbers.allSatisfy(\.isFinite), confidence.isFinite
    else { return nil }
    let corners = stride(from: 0, to: 8, by: 2).map { PicturePoint(x: numbers[$0], y: numbers[$0 + 1]) }
    self.init(text, confidence: confidence, quad: Quad(corners))
  }
}
