internal import QixBarcodeReading
internal import QixGS1
internal import QixShake

/// The codes that the operation has found in a picture, on its way through the worker's pipe.
struct BarcodesReading: Sendable, Equatable {
  struct Code: Sendable, Equatable {
    let symbology: String
    let text: String
    let isGS1: Bool
    let evidence: Int64
    /// x and y of four corners.
    let corners: [Int64]

    /// Nil of a code that is no product's.
    var item: ScannedItem? {
      // An ITF of another length is something else's number, whose digits may fit by chance.
      if symbology == CodeSymbology.itf.rawValue, text.utf8.count != 14 { return nil }
      return ScannedItem(code: text, isGS1: isGS1)
    }
  }

  let codes: [Code]
  let width: Int64
  let height: Int64
  /// How much of it looks like a screen, 0 to 1.
  let screen: Double
  let passes: Int64
  let milliseconds: Double

  /// The most codes that are kept, and bytes of one: more than any of them holds.
  static let mostCodes = 32, mostBytes = 8_000

  init(_ readings: Readings, screen: Double, of picture: Picture) {
    codes = readings.codes.prefix(Self.mostCodes).filter { $0.text.utf8.count <= Self.mostBytes }.map { code in
      Code(
        symbology: code.symbology.rawValue, text: code.text, isGS1: code.isGS1, evidence: Int64(code.evidence),
        corners: code.corners.flatMap { [Int64($0.x), Int64($0.y)] })
    }
    (width, height) = (Int64(picture.width), Int64(picture.height))
    self.screen = screen
    passes = Int64(readings.passes)
    milliseconds = readings.milliseconds
  }

  /// Nil of what has not the form of a reading.
  init?(_ json: JSONObject) {
    guard let list = json["codes"]?.array, list.count <= Self.mostCodes, let width = json["width"]?.integer,
      let height = json["height"]?.integer, let screen = json["screen"]?.double, (0...1).contains(screen),
      let passes = json["passes"]?.integer, let milliseconds = json["milliseconds"]?.double, milliseconds.isFinite
    else { return nil }
    var codes: [Code] = []
    for value in list {
      guard let name = value["symbology"]?.string, CodeSymbology(rawValue: name) != nil,
        let text = value["text"]?.string, text.utf8.count <= Self.mostBytes, let isGS1 = value["gs1"]?.bool,
        let evidence = value["evidence"]?.integer, evidence > 0, let corners = value["corners"]?.array,
        corners.count == 8, corners.allSatisfy({ (-100_000...1_000_000).contains($0.integer ?? .min) })
      else { return nil }
      codes.append(
        Code(symbology: name, text: text, isGS1: isGS1, evidence: evidence, corners: corners.compactMap(\.integer)))
    }
    self.codes = codes
    (self.width, self.height, self.screen) = (width, height, screen)
    (self.passes, self.milliseconds) = (passes, milliseconds)
  }

  var json: JSONObject {
    var object = JSONObject()
    object["codes"] = .array(codes.map { .object($0.json) })
    object["width"] = .integer(width)
    object["height"] = .integer(height)
    object["screen"] = .double(screen)
    object["passes"] = .integer(passes)
    object["milliseconds"] = .double(milliseconds)
    return object
  }
}

extension BarcodesReading.Code {
  var json: JSONObject {
    var object = JSONObject()
    object["symbology"] = .string(symbology)
    object["text"] = .string(text)
    object["gs1"] = .bool(isGS1)
    object["evidence"] = .integer(evidence)
    object["corners"] = .array(corners.map(JSONValue.integer))
    return object
  }
}
