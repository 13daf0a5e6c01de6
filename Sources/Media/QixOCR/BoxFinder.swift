internal import Glibc

/// Makes boxes around text of a map of how probably each pixel belongs to some: differentiable binarisation (Liao et al.,
/// 2020), whose network shrinks each text region so that neighbours stay apart.
struct BoxFinder {
  /// The least value of a pixel that counts as text.
  var threshold: Float = 0.3
  /// The least average of the pixels of a box.
  var boxThreshold: Float = 0.5
  /// The factor that undoes the network's shrinking: the distance is area × this ÷ perimeter.
  var unclipping = 1.8
  var mostBoxes = 1_000

  struct Found {
    /// In pixels of the map.
    var rectangle: TurnedRectangle
    /// The average over its pixels before it was grown.
    var score: Float
  }

  /// - Parameter map: row by row.
  func find(_ map: UnsafeBufferPointer<Float>, width: Int, height: Int) -> [Found] {
    precondition(map.count == width * height)
    var found: [Found] = []
    for outline in outlines(map, width: width, height: height) {
      let rectangle = TurnedRectangle(around: outline)
      guard rectangle.shortSide >= 3 else { continue }
      let score = average(map, width: width, height: height, within: rectangle)
      guard score >= boxThreshold else { continue }
      let distance =
        rectangle.width * rectangle.height * unclipping / (2 * (rectangle.width + rectangle.height))
      let grown = rectangle.grown(by: distance)
      guard grown.shortSide >= 5 else { continue }
      found.append(Found(rectangle: grown, score: score))
      if found.count == mostBoxes { break }
    }
    return found
  }

  /// For each connected region (eight neighbours) of what is above the threshold, made one pixel larger to the right and
  /// down: the first and the last pixel of each of its rows.
  func outlines(_ map: UnsafeBufferPointer<Float>, width: Int, height: Int) -> [[PicturePoint]] {
    var mask = [UInt8](repeating: 0, count: width * height)
    mask.withUnsafeMutableBufferPointer { mask in
      for y in 0..<height {
        for x in 0..<width where map[y * width + x] > threshold {
          for (x, y) in [(x, y), (min(x + 1, width - 1), y)] {
            mask[y * width + x] = 1
            mask[min(y + 1, height - 1) * width + x] = 1
          }
        }
      }
    }
    var outlines: [[PicturePoint]] = []
    var stack: [Int32] = []
    mask.withUnsafeMutableBufferPointer { mask in
      for first in mask.indices where mask[first] == 1 {
        var rows: [Int: (left: Int, right: Int)] = [:]
        mask[first] = 2
        stack.append(Int32(first))
        while let place = stack.popLast() {
          let (y, x) = Int(place).quotientAndRemainder(dividingBy: width)
          let row = rows[y] ?? (x, x)
          rows[y] = (min(row.left, x), max(row.right, x))
          for y in max(0, y - 1)...min(height - 1, y + 1) {
            for x in max(0, x - 1)...min(width - 1, x + 1) where mask[y * width + x] == 1 {
              mask[y * width + x] = 2
              stack.append(Int32(y * width + x))
            }
          }
        }
        outlines.append(
          rows.flatMap { y, row in
            [PicturePoint(x: Double(row.left), y: Double(y)), PicturePoint(x: Double(row.right), y: Double(y))]
          })
      }
    }
    return outlines
  }

  /// The average of the pixels whose centres lie in a rectangle.
  func average(
    _ map: UnsafeBufferPointer<Float>, width: Int, height: Int, within rectangle: TurnedRectangle
  ) -> Float {
    let corners = rectangle.corners
    let (low, high) = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
    let (top, bottom) = (max(0, Int(low.rounded(.up))), min(height - 1, Int(high.rounded(.down))))
    var (sum, count): (Float, Int) = (0, 0)
    for y in stride(from: top, through: bottom, by: 1) {
      var (left, right) = (Double.infinity, -Double.infinity)
      for index in 0..<4 {
        let (a, b) = (corners[index], corners[(index + 1) % 4])
        guard min(a.y, b.y) <= Double(y), max(a.y, b.y) >= Double(y) else { continue }
        for x in a.y == b.y ? [a.x, b.x] : [a.x + (b.x - a.x) * (Double(y) - a.y) / (b.y - a.y)] {
          left = min(left, x)
          right = max(right, x)
        }
      }
      let (first, last) = (max(0, (left - 1e-6).rounded(.up)), min(Double(width - 1), (right + 1e-6).rounded(.down)))
      guard first <= last else { continue }
      for x in Int(first)...Int(last) { sum += map[y * width + x] }
      count += Int(last) - Int(first) + 1
    }
    return count > 0 ? sum / Float(count) : 0
  }
}
