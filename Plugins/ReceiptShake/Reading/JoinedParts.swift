internal import Glibc
internal import QixOCR
internal import QixShake

/// A long receipt that was photographed in parts, from the top down. Each part shows the last lines of the one before once
/// more: by them it finds its place.
struct JoinedParts {
  /// Pictures that one receipt may come in.
  static let most = 6
  static let apart = LensFault("parts-apart")

  /// All parts below each other, with the text upright; white where no part shows anything.
  let picture: Picture
  let lines: [TextLine]

  /// - Parameter parts: two or more, in order.
  /// - Throws: `apart` where a part repeats too little of the one before, or repeats it in more than one place;
  ///   `LensFault.tooMuch` where they are far larger together than any receipt.
  init(_ parts: [UprightReading]) throws(LensFault) {
    var placed: [Placed] = []
    for part in parts {
      guard let above = placed.last else {
        placed.append(Placed(part, Placement.upright(part.lines)))
        continue
      }
      let known = above.part.lines.map { $0.moved(above.placement) }
      guard let (placement, seam) = Joint(above: known, below: part.lines).found else { throw Self.apart }
      placed.append(Placed(part, placement, from: seam))
    }
    (picture, lines) = try Self.drawn(placed)
  }

  /// A part where it belongs.
  private struct Placed {
    let part: UprightReading
    let placement: Placement
    /// From where down it counts; above that the part before does.
    let top: Double

    init(_ part: UprightReading, _ placement: Placement, from top: Double = -.infinity) {
      (self.part, self.placement, self.top) = (part, placement, top)
    }
  }

  /// Pixels of all parts together: six of the largest that are read.
  private static let mostPixels = 24_000_000.0

  private static func drawn(_ parts: [Placed]) throws(LensFault) -> (Picture, [TextLine]) {
    let corners = parts.flatMap { placed in
      let (width, height) = (Double(placed.part.picture.width), Double(placed.part.picture.height))
      return Quad(x: 0, y: 0, width: width, height: height).corners.map(placed.placement.callAsFunction)
    }
    let (left, right) = (corners.map(\.x).min() ?? 0, corners.map(\.x).max() ?? 0)
    let (top, bottom) = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
    guard (right - left + 1) * (bottom - top + 1) <= mostPixels else { throw .tooMuch }
    let (width, height) = (Int(right - left) + 1, Int(bottom - top) + 1)
    let origin = PicturePoint(x: -left, y: -top)
    var pixels = [UInt8](repeating: 255, count: width * height * 3)
    var lines: [TextLine] = []
    for (index, placed) in parts.enumerated() {
      let placement = placed.placement.shifted(by: origin)
      let first = max(0, placed.top + origin.y)
      let end = index + 1 < parts.count ? min(Double(height), parts[index + 1].top + origin.y) : Double(height)
      lines += placed.part.lines.map { $0.moved(placement) }.filter { first <= $0.middle.y && $0.middle.y < end }
      guard Int(first) < Int(end) else { continue }
      placement.draw(placed.part.picture, into: &pixels, width: width, rows: Int(first)..<Int(end))
    }
    return (Picture(width: width, height: height, channels: .rgb, pixels: pixels), lines)
  }
}

/// A turn, a change of size and a shift, each small: a point of a part goes to `turn` · point + `shift`, as complex numbers.
private struct Placement {
  var turn: PicturePoint
  var shift: PicturePoint

  func callAsFunction(_ point: PicturePoint) -> PicturePoint { turn * point + shift }

  func shifted(by origin: PicturePoint) -> Placement { Placement(turn: turn, shift: shift + origin) }

  /// Turns a part so that its lines run straight: by the angle of most of its text.
  static func upright(_ lines: [TextLine]) -> Placement {
    let angles = lines.filter { $0.text.utf8.count >= 6 }.map { line in
      let along = line.quad.corners[1] - line.quad.corners[0]
      return atan2(along.y, along.x)
    }.sorted()
    let angle = angles.isEmpty ? 0 : angles[angles.count / 2]
    return Placement(turn: PicturePoint(x: cos(-angle), y: sin(-angle)), shift: PicturePoint(x: 0, y: 0))
  }

  /// The one that brings points nearest to others, by least squares.
  init?(_ pairs: [(from: PicturePoint, to: PicturePoint)]) {
    let share = PicturePoint(x: 1 / Double(pairs.count), y: 0)
    let from = pairs.reduce(PicturePoint(x: 0, y: 0)) { $0 + $1.from } * share
    let to = pairs.reduce(PicturePoint(x: 0, y: 0)) { $0 + $1.to } * share
    var (sum, size) = (PicturePoint(x: 0, y: 0), 0.0)
    for pair in pairs {
      let (a, b) = (pair.from - from, pair.to - to)
      sum = sum + PicturePoint(x: a.x, y: -a.y) * b
      size += a.x * a.x + a.y * a.y
    }
    guard size > 0 else { return nil }
    turn = sum * PicturePoint(x: 1 / size, y: 0)
    shift = to - turn * from
  }

  private init(turn: PicturePoint, shift: PicturePoint) { (self.turn, self.shift) = (turn, shift) }

  /// Whether two photographs of one paper may differ so: at most twice as far away, and by ten degrees.
  var isPlausible: Bool {
    let size = hypot(turn.x, turn.y)
    return 0.5...2 ~= size && abs(atan2(turn.y, turn.x)) < .pi / 18
  }

  /// Draws a picture by the nearest of its pixels.
  func draw(_ picture: Picture, into pixels: inout [UInt8], width: Int, rows: Range<Int>) {
    let size = turn.x * turn.x + turn.y * turn.y
    let back = PicturePoint(x: turn.x / size, y: -turn.y / size)
    for row in rows {
      var point = back * (PicturePoint(x: 0.5, y: Double(row) + 0.5) - shift)
      for column in 0..<width {
        let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
        if x >= 0, y >= 0, x < picture.width, y < picture.height {
          let (from, to) = ((y * picture.width + x) * 3, (row * width + column) * 3)
          for channel in 0..<3 { pixels[to + channel] = picture.pixels[from + channel] }
        }
        point = point + back
      }
    }
  }
}

/// Finds what two parts both show.
private struct Joint {
  /// From the joint on.
  let above: [TextLine]
  let below: [TextLine]

  /// Where the text of the part above begins, and the lowest line of the part below.
  private let top: Double
  private let lowest: PicturePoint?

  init(above: [TextLine], below: [TextLine]) {
    top = above.map(\.middle.y).min() ?? 0
    lowest = below.map(\.middle).max { $0.y < $1.y }
    self.above = Array(above.sorted { $0.middle.y > $1.middle.y }.prefix(Self.mostLines))
    self.below = Array(below.sorted { $0.middle.y < $1.middle.y }.prefix(Self.mostLines))
  }

  /// Lines nearest to the joint that are compared.
  private static let mostLines = 120
  /// Pairs of lines from which places are guessed.
  private static let mostPairs = 200
  /// Lines that both parts must show, and letters in them.
  private static let leastLines = 3
  private static let leastLetters = 15
  /// Of the lines where the parts overlap, the share that must be the same ones.
  private static let leastShare = 0.6

  private struct Pair {
    let above: Int
    let below: Int
    let from: PicturePoint
    let to: PicturePoint
    /// Of the line above.
    let height: Double
    let letters: Int
  }

  private struct Match {
    let placement: Placement
    let pairs: [Pair]
  }

  /// Where the part below belongs, and from where down it counts.
  var found: (Placement, seam: Double)? {
    let pairs = self.pairs
    var best: Match?
    var matches: [(placement: Placement, count: Int)] = []
    for (index, one) in pairs.enumerated() {
      for other in pairs[..<index] where one.above != other.above && one.below != other.below {
        guard let guess = Placement([(one.from, one.to), (other.from, other.to)]), guess.isPlausible,
          let match = match(guess, pairs)
        else { continue }
        if match.pairs.count > best?.pairs.count ?? 0 { best = match }
        matches.append((guess, match.pairs.count))
      }
    }
    guard let best, let finer = Placement(best.pairs.map { ($0.from, $0.to) }), finer.isPlausible else { return nil }
    // Lines that are printed several times fit in several places; a guess would lose some, or count them twice.
    let middle = best.pairs[best.pairs.count / 2]
    let isAmbiguous = matches.contains { placement, count in
      2 * count >= best.pairs.count && abs((placement(middle.from) - middle.to).y) > middle.height
    }
    guard !isAmbiguous else { return nil }
    // The part below goes on further down; one that lies above was taken first.
    guard let lowest, let first = below.first, let last = above.first, finer(first.middle).y > top,
      finer(lowest).y > last.middle.y
    else { return nil }
    return (finer, seam(of: best))
  }

  private func match(_ placement: Placement, _ pairs: [Pair]) -> Match? {
    var (seenAbove, seenBelow) = (Set<Int>(), Set<Int>())
    let same = pairs.filter { pair in
      let off = placement(pair.from) - pair.to
      return abs(off.y) < 0.6 * pair.height && abs(off.x) < 2 * pair.height
        && !seenAbove.contains(pair.above) && !seenBelow.contains(pair.below)
        && seenAbove.insert(pair.above).inserted && seenBelow.insert(pair.below).inserted
    }
    guard same.count >= Self.leastLines, same.reduce(0, { $0 + $1.letters }) >= Self.leastLetters else { return nil }
    let end = above.map(\.middle.y).max() ?? 0
    let places = below.map { placement($0.middle).y }
    let start = places.min() ?? 0
    let overlap = places.count { $0 <= end } + above.count { $0.middle.y >= start }
    return 2 * Double(same.count) >= Self.leastShare * Double(overlap) ? Match(placement: placement, pairs: same) : nil
  }

  /// Between two rows that both parts show, in the middle of what they share: there neither is cut.
  private func seam(of match: Match) -> Double {
    let rows = match.pairs.sorted { $0.to.y < $1.to.y }
    let gaps = zip(rows, rows.dropFirst()).filter { $1.to.y - $0.to.y > 0.7 * $1.height }
    guard !gaps.isEmpty else { return (rows.first?.to.y ?? 0) - 0.5 * (rows.first?.height ?? 0) }
    let (upper, lower) = gaps[gaps.count / 2]
    return (upper.to.y + lower.to.y) / 2
  }

  /// Lines that say the same, the longest first.
  private var pairs: [Pair] {
    let texts = below.indices.map { (line: $0, letters: Folding.shapes(below[$0].text)) }
    var pairs: [Pair] = []
    for index in above.indices {
      let letters = Folding.shapes(above[index].text)
      for (other, found) in texts where min(letters.count, found.count) >= 3 && Self.areSame(letters, found) {
        pairs.append(
          Pair(
            above: index, below: other, from: below[other].middle, to: above[index].middle, height: above[index].height,
            letters: letters.count))
      }
    }
    return Array(pairs.sorted { $0.letters > $1.letters }.prefix(Self.mostPairs))
  }

  /// One letter in five may be misread.
  private static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    return long.count - short.count <= long.count / 5 && Folding.distance(of: short, within: long) <= short.count / 5
  }
}

extension TextLine {
  fileprivate var middle: PicturePoint {
    PicturePoint(
      x: quad.corners.reduce(0) { $0 + $1.x } / 4, y: quad.corners.reduce(0) { $0 + $1.y } / 4)
  }

  fileprivate var height: Double {
    let side = quad.corners[3] - quad.corners[0]
    return max(1, hypot(side.x, side.y))
  }

  fileprivate func moved(_ placement: Placement) -> TextLine {
    TextLine(text, confidence: confidence, quad: Quad(quad.corners.map(placement.callAsFunction)))
  }
}

/// Points as complex numbers.
extension PicturePoint {
  fileprivate static func + (left: Self, right: Self) -> Self { Self(x: left.x + right.x, y: left.y + right.y) }
  fileprivate static func - (left: Self, right: Self) -> Self { Self(x: left.x - right.x, y: left.y - right.y) }
  fileprivate static func * (left: Self, right: Self) -> Self {
    Self(x: left.x * right.x - left.y * right.y, y: left.x * right.y + left.y * right.x)
  }
}
