internal import Glibc

/// A rectangle that may be turned.
struct TurnedRectangle: Equatable {
  var center: PicturePoint
  /// The direction of `width`, of length one.
  var direction: PicturePoint
  var width: Double
  var height: Double

  var shortSide: Double { min(width, height) }

  /// Returns it with its sides that much farther out.
  func grown(by distance: Double) -> TurnedRectangle {
    var grown = self
    grown.width += 2 * distance
    grown.height += 2 * distance
    return grown
  }

  /// The corners from the upper left one, clockwise: of the two corners farthest left the upper one is the upper left.
  var corners: [PicturePoint] {
    let (across, down) = (
      PicturePoint(x: direction.x * width / 2, y: direction.y * width / 2),
      PicturePoint(x: -direction.y * height / 2, y: direction.x * height / 2)
    )
    let points = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { (a, b) in
      PicturePoint(x: center.x + a * across.x + b * down.x, y: center.y + a * across.y + b * down.y)
    }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    let left = points[0].y <= points[1].y ? [points[0], points[1]] : [points[1], points[0]]
    let right = points[2].y <= points[3].y ? [points[2], points[3]] : [points[3], points[2]]
    return [left[0], right[0], right[1], left[1]]
  }

  /// The smallest around the points: one side of it lies along their hull (Freeman and Shapira, 1975).
  /// - Parameter points: at least one.
  init(around points: [PicturePoint]) {
    let hull = Self.hull(points)
    var best: TurnedRectangle?
    for index in hull.indices {
      let (start, end) = (hull[index], hull[(index + 1) % hull.count])
      let length = hypot(end.x - start.x, end.y - start.y)
      let direction =
        length > 0
        ? PicturePoint(x: (end.x - start.x) / length, y: (end.y - start.y) / length) : PicturePoint(x: 1, y: 0)
      var (left, right, top, bottom) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
      for point in hull {
        let along = point.x * direction.x + point.y * direction.y
        let across = point.y * direction.x - point.x * direction.y
        left = min(left, along)
        right = max(right, along)
        top = min(top, across)
        bottom = max(bottom, across)
      }
      let (along, across) = ((left + right) / 2, (top + bottom) / 2)
      let rectangle = TurnedRectangle(
        center: PicturePoint(
          x: along * direction.x - across * direction.y, y: along * direction.y + across * direction.x),
        direction: direction, width: right - left, height: bottom - top)
      if best.map({ rectangle.width * rectangle.height < $0.width * $0.height }) ?? true { best = rectangle }
    }
    self = best ?? TurnedRectangle(center: points[0], direction: PicturePoint(x: 1, y: 0), width: 0, height: 0)
  }

  init(center: PicturePoint, direction: PicturePoint, width: Double, height: Double) {
    (self.center, self.direction, self.width, self.height) = (center, direction, width, height)
  }

  /// The convex hull without points on its sides (Andrew's monotone chain).
  private static func hull(_ points: [PicturePoint]) -> [PicturePoint] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func chain(_ points: some Sequence<PicturePoint>) -> [PicturePoint] {
      var chain: [PicturePoint] = []
      for point in points {
        while chain.count >= 2 {
          let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
          if (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0 { break }
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain
    }
    let (lower, upper) = (chain(sorted), chain(sorted.reversed()))
    let hull = lower.dropLast() + upper.dropLast()
    return hull.isEmpty ? Array(sorted.prefix(1)) : Array(hull)
  }
}
