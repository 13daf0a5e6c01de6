internal import Glibc

/// A picture as networks take it: planes of blue, green and red between -1 and 1.
enum Resampling {
  private static let scale: Float = 2 / 255

  /// Some rows of the picture at another size, by linear interpolation between pixels' centres.
  /// - Parameter height: of the whole picture at that size.
  static func fill(
    _ planes: UnsafeMutableBufferPointer<Float>, width: Int, rows wanted: Range<Int>, of height: Int,
    from pixels: Pixels
  ) {
    // For each column its neighbours and the weight of the right one, the same for every row.
    let columns = positions(count: width, of: pixels.width)
    let rows = positions(count: height, of: pixels.height)
    pixels.bytes.withUnsafeBufferPointer { bytes in
      for y in wanted {
        let row = rows[y]
        let (upper, lower) = (row.first * pixels.width * 3, row.second * pixels.width * 3)
        for x in 0..<width {
          let column = columns[x]
          let (left, right) = (column.first * 3, column.second * 3)
          for channel in 0..<3 {
            let above =
              Float(bytes[upper + left + channel]) * (1 - column.weight)
              + Float(bytes[upper + right + channel]) * column.weight
            let below =
              Float(bytes[lower + left + channel]) * (1 - column.weight)
              + Float(bytes[lower + right + channel]) * column.weight
            planes[((2 - channel) * wanted.count + y - wanted.lowerBound) * width + x] =
              (above * (1 - row.weight) + below * row.weight) * scale - 1
          }
        }
      }
    }
  }

  private static func positions(count: Int, of size: Int) -> [(first: Int, second: Int, weight: Float)] {
    let step = Double(size) / Double(count)
    return (0..<count).map { index in
      let position = min(max((Double(index) + 0.5) * step - 0.5, 0), Double(size - 1))
      let first = Int(position)
      return (first, min(first + 1, size - 1), Float(position - Double(first)))
    }
  }

  /// The picture in a quad, upright: `used` columns of the width, zeros (the middle grey) behind them.
  ///
  /// First pixel for pixel, then at the plane's size: two interpolations, as the recogniser has seen its lines when it was
  /// trained. With one alone it reads noticeably worse.
  static func fill(
    _ planes: UnsafeMutableBufferPointer<Float>, width: Int, height: Int, used: Int, quad: Quad, from pixels: Pixels
  ) {
    let line = straightened(quad, of: pixels)
    let columns = positions(count: used, of: line.width)
    let rows = positions(count: height, of: line.height)
    line.values.withUnsafeBufferPointer { values in
      for channel in 0..<3 {
        for y in 0..<height {
          let row = rows[y]
          let (upper, lower) = (row.first * line.width * 3 + channel, row.second * line.width * 3 + channel)
          let start = ((2 - channel) * height + y) * width
          for x in 0..<used {
            let column = columns[x]
            let above =
              values[upper + column.first * 3] * (1 - column.weight) + values[upper + column.second * 3] * column.weight
            let below =
              values[lower + column.first * 3] * (1 - column.weight) + values[lower + column.second * 3] * column.weight
            planes[start + x] = (above * (1 - row.weight) + below * row.weight) * scale - 1
          }
          for x in used..<width { planes[start + x] = 0 }
        }
      }
    }
  }

  /// The picture in a quad, a pixel of it for a pixel of the picture.
  private static func straightened(_ quad: Quad, of pixels: Pixels) -> (width: Int, height: Int, values: [Float]) {
    func length(_ a: Int, _ b: Int) -> Double {
      hypot(quad.corners[a].x - quad.corners[b].x, quad.corners[a].y - quad.corners[b].y)
    }
    let (width, height) = (max(1, Int(max(length(0, 1), length(2, 3)))), max(1, Int(max(length(0, 3), length(1, 2)))))
    let map = Projection(quad)
    let (last, bottom) = (Float(pixels.width - 1), Float(pixels.height - 1))
    let stride = pixels.width * 3
    let values = [Float](unsafeUninitializedCapacity: width * height * 3) { values, count in
      pixels.bytes.withUnsafeBufferPointer { bytes in
        for y in 0..<height {
          let v = Double(y) / Double(height)
          for x in 0..<width {
            let place = map.point(Double(x) / Double(width), v)
            let (px, py) = (min(max(Float(place.x), 0), last), min(max(Float(place.y), 0), bottom))
            let (left, top) = (Int(px), Int(py))
            let (fx, fy) = (px - Float(left), py - Float(top))
            let at = top * stride + left * 3
            let right = left + 1 < pixels.width ? 3 : 0
            let below = top + 1 < pixels.height ? stride : 0
            let (a, b, c, d) = ((1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy)
            let index = (y * width + x) * 3
            for channel in 0..<3 {
              let upper = a * Float(bytes[at + channel]) + b * Float(bytes[at + right + channel])
              let lower = c * Float(bytes[at + below + channel]) + d * Float(bytes[at + below + right + channel])
              values[index + channel] = upper + lower
            }
          }
        }
      }
      count = width * height * 3
    }
    return (width, height, values)
  }

  /// A picture whose longer side is at most so long: each pixel the average of those it stands for.
  static func shrunk(_ pixels: Pixels, to longest: Int) -> (pixels: Pixels, scale: Double) {
    let long = max(pixels.width, pixels.height)
    guard long > longest else { return (pixels, 1) }
    let scale = Double(longest) / Double(long)
    let width = max(1, Int((Double(pixels.width) * scale).rounded()))
    let height = max(1, Int((Double(pixels.height) * scale).rounded()))
    let columns = spans(count: width, of: pixels.width)
    let rows = spans(count: height, of: pixels.height)
    var bytes = [UInt8](repeating: 0, count: width * height * 3)
    // First down each column, then along the row that came of it.
    var line = [Float](repeating: 0, count: pixels.width * 3)
    for y in 0..<height {
      pixels.bytes.withUnsafeBufferPointer { source in
        line.withUnsafeMutableBufferPointer { line in
          line.update(repeating: 0)
          for (row, weight) in rows[y] {
            let start = row * line.count
            for x in line.indices { line[x] += Float(source[start + x]) * weight }
          }
        }
      }
      for x in 0..<width {
        for channel in 0..<3 {
          var sum: Float = 0
          for (column, weight) in columns[x] { sum += line[column * 3 + channel] * weight }
          bytes[(y * width + x) * 3 + channel] = UInt8(min(255, max(0, sum.rounded())))
        }
      }
    }
    return (Pixels(width: width, height: height, bytes: bytes), scale)
  }

  private static func spans(count: Int, of size: Int) -> [[(Int, Float)]] {
    let step = Double(size) / Double(count)
    return (0..<count).map { index in
      let (start, end) = (Double(index) * step, min(Double(size), Double(index + 1) * step))
      return (Int(start)..<min(size, Int(end.rounded(.up)))).map { place in
        (place, Float((min(end, Double(place + 1)) - max(start, Double(place))) / step))
      }
    }
  }
}

/// The projective map of the unit square onto a quad (Heckbert, 1989).
struct Projection {
  private let a, b, c, d, e, f, g, h: Double

  init(_ quad: Quad) {
    let (p, q, r, s) = (quad.corners[0], quad.corners[1], quad.corners[2], quad.corners[3])
    let (dx1, dx2, sx) = (q.x - r.x, s.x - r.x, p.x - q.x + r.x - s.x)
    let (dy1, dy2, sy) = (q.y - r.y, s.y - r.y, p.y - q.y + r.y - s.y)
    let determinant = dx1 * dy2 - dx2 * dy1
    let isParallelogram = abs(sx) < 1e-9 && abs(sy) < 1e-9 || abs(determinant) < 1e-9
    g = isParallelogram ? 0 : (sx * dy2 - dx2 * sy) / determinant
    h = isParallelogram ? 0 : (dx1 * sy - sx * dy1) / determinant
    a = q.x - p.x + g * q.x
    b = s.x - p.x + h * s.x
    c = p.x
    d = q.y - p.y + g * q.y
    e = s.y - p.y + h * s.y
    f = p.y
  }

  func point(_ u: Double, _ v: Double) -> PicturePoint {
    let w = 1 / (g * u + h * v + 1)
    return PicturePoint(x: (a * u + b * v + c) * w, y: (d * u + e * v + f) * w)
  }
}
