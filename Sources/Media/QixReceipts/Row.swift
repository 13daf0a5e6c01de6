internal import Glibc
internal import QixOCR

/// The pieces of text that stand side by side on a receipt, from left to right.
struct Row: Sendable {
  /// A piece of text, as it lies when the receipt is straight.
  struct Word: Sendable {
    var text: String
    var confidence: Double
    var left: Double
    var right: Double
    /// The distance of its middle from the top.
    var middle: Double
    var height: Double
    var box: Box
  }

  var words: [Word]
  var middle: Double
  var height: Double
  /// Its number from the top.
  var index = 0
  var text = ""
  var folded = FoldedText("")
  var key = LetterKey(FoldedText(""))
  var amounts: [Amount] = []

  var confidence: Double { words.map(\.confidence).min() ?? 0 }
  var left: Double { words.first?.left ?? 0 }

  /// The place of all of it.
  var box: Box { Box(around: words.map(\.box)) }

  /// The place and the confidence of that part of the text, whose words are joined by one blank.
  func source(of range: Range<Int>) -> (box: Box, confidence: Double) {
    var start = 0
    var boxes: [Box] = []
    var confidence = 1.0
    for word in words {
      let count = word.text.unicodeScalars.count
      if start < range.upperBound, start + count > range.lowerBound {
        boxes.append(word.box)
        confidence = min(confidence, word.confidence)
      }
      start += count + 1
    }
    return boxes.isEmpty ? (box, self.confidence) : (Box(around: boxes), confidence)
  }
}

extension Box {
  init(around boxes: [Box]) {
    let (left, top) = (boxes.map(\.x).min() ?? 0, boxes.map(\.y).min() ?? 0)
    let (right, bottom) = (boxes.map { $0.x + $0.width }.max() ?? 0, boxes.map { $0.y + $0.height }.max() ?? 0)
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  init(around quad: Quad) {
    // Far outside of any picture a double may be too large for an integer.
    func whole(_ value: Double) -> Int { Int(min(1e9, max(-1e9, value)).rounded()) }
    let (left, right) = (quad.corners.map(\.x).min() ?? 0, quad.corners.map(\.x).max() ?? 0)
    let (top, bottom) = (quad.corners.map(\.y).min() ?? 0, quad.corners.map(\.y).max() ?? 0)
    self.init(x: whole(left), y: whole(top), width: whole(right) - whole(left), height: whole(bottom) - whole(top))
  }
}

extension Row {
  /// Groups pieces of text into rows, top down. A photo is rarely straight: what is read is turned back first by the angle
  /// of most of it.
  static func rows(of lines: [TextLine]) -> [Row] {
    let angle = skew(of: lines)
    let (cosine, sine) = (cos(-angle), sin(-angle))
    let words = lines.filter { !$0.text.isEmpty }.map { line -> Word in
      let corners = line.quad.corners.map { ($0.x * cosine - $0.y * sine, $0.x * sine + $0.y * cosine) }
      let original = line.quad.corners
      let height = (original[0].distance(to: original[3]) + original[1].distance(to: original[2])) / 2
      return Word(
        text: line.text, confidence: line.confidence, left: (corners[0].0 + corners[3].0) / 2,
        right: (corners[1].0 + corners[2].0) / 2, middle: corners.reduce(0) { $0 + $1.1 } / 4, height: height,
        box: Box(around: line.quad))
    }.filter { $0.left.isFinite && $0.right.isFinite && $0.middle.isFinite && $0.height.isFinite }
      .sorted { ($0.middle, $0.left) < ($1.middle, $1.left) }
    var rows: [Row] = []
    for word in words {
      var best: (distance: Double, index: Int)?
      for index in rows.indices.suffix(6) {
        let row = rows[index]
        let distance = abs(word.middle - row.middle)
        guard distance < 0.5 * min(row.height, word.height), best.map({ distance < $0.distance }) ?? true else {
          continue
        }
        // Words above or below one another don't stand side by side.
        let isFree = row.words.allSatisfy {
          min(word.right, $0.right) - max(word.left, $0.left) < 0.5 * min(word.right - word.left, $0.right - $0.left)
        }
        if isFree { best = (distance, index) }
      }
      if let index = best?.index {
        rows[index].words.append(word)
        let count = Double(rows[index].words.count)
        rows[index].middle += (word.middle - rows[index].middle) / count
        rows[index].height += (word.height - rows[index].height) / count
      } else {
        rows.append(Row(words: [word], middle: word.middle, height: word.height))
      }
    }
    rows.sort { $0.middle < $1.middle }
    var kept: [Row] = []
    for var row in rows {
      row.words.sort { $0.left < $1.left }
      row.text = row.words.map(\.text).joined(separator: " ")
      row.folded = FoldedText(row.text)
      guard row.folded.bytes.contains(where: \.isWordCharacter) else { continue }
      row.key = LetterKey(row.folded)
      row.index = kept.count
      kept.append(row)
    }
    return kept
  }

  /// The angle of most of the text, long pieces counting more, in radians.
  static func skew(of lines: [TextLine]) -> Double {
    let angles = lines.compactMap { line -> (angle: Double, weight: Double)? in
      let corners = line.quad.corners
      let across = (corners[1].x + corners[2].x - corners[0].x - corners[3].x) / 2
      let down = (corners[1].y + corners[2].y - corners[0].y - corners[3].y) / 2
      let height = max(1, corners[0].distance(to: corners[3]))
      return across > 4 * height && across.isFinite && down.isFinite ? (atan2(down, across), across) : nil
    }.sorted { $0.angle < $1.angle }
    let half = angles.reduce(0) { $0 + $1.weight } / 2
    var sum = 0.0
    for (angle, weight) in angles {
      sum += weight
      if sum >= half { return angle }
    }
    return 0
  }
}

extension PicturePoint {
  func distance(to other: PicturePoint) -> Double { hypot(x - other.x, y - other.y) }
}
