import Foundation
import QixTesting
import Testing

@testable import QixOCR

/// Maps that are drawn here, and what a search that tries everything finds in them.
struct BoxFinderTests {
  private static func map(_ width: Int, _ height: Int, _ probability: (Double, Double) -> Float) -> [Float] {
    (0..<width * height).map { probability(Double($0 % width), Double($0 / width)) }
  }

  private static func find(_ map: [Float], _ width: Int, _ height: Int, _ finder: BoxFinder = BoxFinder())
    -> [BoxFinder.Found]
  {
    map.withUnsafeBufferPointer { finder.find($0, width: width, height: height) }
  }

  @Test(arguments: [0.0, 3, -3, 20, 45, 80])
  func aTurnedBarIsFoundAndGrown(_ degrees: Double) throws {
    let angle = degrees * .pi / 180
    let (cx, cy, half, thick) = (100.0, 80.0, 40.0, 6.0)
    let map = Self.map(200, 160) { x, y in
      let along = (x - cx) * cos(angle) + (y - cy) * sin(angle)
      let across = (y - cy) * cos(angle) - (x - cx) * sin(angle)
      return abs(along) <= half && abs(across) <= thick ? 0.9 : 0.05
    }
    let found = Self.find(map, 200, 160)
    try #require(found.count == 1)
    let rectangle = found[0].rectangle
    #expect(abs(rectangle.center.x - cx) < 1.5 && abs(rectangle.center.y - cy) < 1.5)
    // The mask is a pixel larger than the bar; each end then grows by area × 1.8 ÷ perimeter: 81 × 13 by 10.
    let sides = [rectangle.width, rectangle.height].sorted()
    #expect(abs(sides[1] - 101) < 3.5 && abs(sides[0] - 33) < 3.5, "\(sides)")
    #expect(found[0].score > 0.75)
  }

  @Test func faintAndTinyRegionsAreNone() {
    let faint = Self.map(60, 40) { x, y in (10...50).contains(x) && (10...20).contains(y) ? 0.4 : 0 }
    #expect(Self.find(faint, 60, 40).isEmpty)
    let tiny = Self.map(60, 40) { x, y in (10...11).contains(x) && (10...11).contains(y) ? 1 : 0 }
    #expect(Self.find(tiny, 60, 40).isEmpty)
    #expect(Self.find([Float](repeating: 1, count: 40 * 30), 40, 30).count == 1)
    #expect(Self.find([Float](repeating: .nan, count: 40 * 30), 40, 30).isEmpty)
  }

  /// Regions by another way: each pixel takes the smallest number among its neighbours until nothing changes.
  @Test func regionsAreThoseOfAnExhaustiveSearch() {
    let seed = Seed(for: "regions of text")
    var random = SeededGenerator(seed)
    for _ in 0..<60 {
      let (width, height) = (Int.random(in: 1...24, using: &random), Int.random(in: 1...24, using: &random))
      let map = (0..<width * height).map { _ in Float.random(in: 0...1, using: &random) < 0.25 ? Float(0.9) : 0 }
      var mask = [Bool](repeating: false, count: map.count)
      for y in 0..<height {
        for x in 0..<width where map[y * width + x] > 0.3 {
          for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] where x + dx < width && y + dy < height {
            mask[(y + dy) * width + x + dx] = true
          }
        }
      }
      var label = mask.indices.map { mask[$0] ? $0 : -1 }
      var isChanged = true
      while isChanged {
        isChanged = false
        for y in 0..<height {
          for x in 0..<width where mask[y * width + x] {
            for ny in max(0, y - 1)...min(height - 1, y + 1) {
              for nx in max(0, x - 1)...min(width - 1, x + 1) where mask[ny * width + nx] {
                if label[ny * width + nx] < label[y * width + x] {
                  label[y * width + x] = label[ny * width + nx]
                  isChanged = true
                }
              }
            }
          }
        }
      }
      let expected = Dictionary(grouping: mask.indices.filter { mask[$0] }, by: { label[$0] }).values.map { places in
        [
          places.map { $0 % width }.min()!, places.map { $0 % width }.max()!, places.min()! / width,
          places.max()! / width,
        ]
      }
      let outlines = map.withUnsafeBufferPointer { BoxFinder().outlines($0, width: width, height: height) }
      let found = outlines.map { points in
        [
          Int(points.map(\.x).min()!), Int(points.map(\.x).max()!), Int(points.map(\.y).min()!),
          Int(points.map(\.y).max()!),
        ]
      }
      #expect(Set(found) == Set(expected) && found.count == expected.count, "\(seed)")
    }
  }

  @Test func theSmallestRectangleIsThatOfAllAngles() {
    let seed = Seed(for: "smallest rectangles")
    var random = SeededGenerator(seed)
    for _ in 0..<200 {
      let points = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        PicturePoint(
          x: Double(Int.random(in: 0...30, using: &random)), y: Double(Int.random(in: 0...30, using: &random)))
      }
      let rectangle = TurnedRectangle(around: points)
      for point in points {
        let (dx, dy) = (point.x - rectangle.center.x, point.y - rectangle.center.y)
        let along = dx * rectangle.direction.x + dy * rectangle.direction.y
        let across = dy * rectangle.direction.x - dx * rectangle.direction.y
        #expect(abs(along) <= rectangle.width / 2 + 1e-6 && abs(across) <= rectangle.height / 2 + 1e-6, "\(seed)")
      }
      var smallest = Double.infinity
      for step in 0..<1_800 {
        let angle = Double(step) * .pi / 3_600
        let along = points.map { $0.x * cos(angle) + $0.y * sin(angle) }
        let across = points.map { $0.y * cos(angle) - $0.x * sin(angle) }
        smallest = min(smallest, (along.max()! - along.min()!) * (across.max()! - across.min()!))
      }
      #expect(rectangle.width * rectangle.height <= smallest + 1e-6, "\(seed)")
    }
  }

  @Test func theAverageIsThatOfThePixelsWithin() {
    let seed = Seed(for: "averages of boxes")
    var random = SeededGenerator(seed)
    for _ in 0..<100 {
      let map = (0..<30 * 20).map { _ in Float.random(in: 0...1, using: &random) }
      let angle = Double.random(in: -0.7...0.7, using: &random)
      let rectangle = TurnedRectangle(
        center: PicturePoint(
          x: Double.random(in: 0...30, using: &random), y: Double.random(in: 0...20, using: &random)),
        direction: PicturePoint(x: cos(angle), y: sin(angle)), width: Double.random(in: 4...20, using: &random),
        height: Double.random(in: 4...12, using: &random))
      var (sum, count): (Float, Int) = (0, 0)
      for index in map.indices {
        let (dx, dy) = (Double(index % 30) - rectangle.center.x, Double(index / 30) - rectangle.center.y)
        guard abs(dx * cos(angle) + dy * sin(angle)) <= rectangle.width / 2,
          abs(dy * cos(angle) - dx * sin(angle)) <= rectangle.height / 2
        else { continue }
        sum += map[index]
        count += 1
      }
      let average = map.withUnsafeBufferPointer {
        BoxFinder().average($0, width: 30, height: 20, within: rectangle)
      }
      #expect(abs(average - (count > 0 ? sum / Float(count) : 0)) < 0.02, "\(seed)")
    }
  }
}
