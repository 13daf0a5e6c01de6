import QixBarcode
import QixLens
import QixTesting

/// A drawn code, and what a camera makes of it: turned, blurred, dim, noisy.
struct DrawnPicture {
  var width: Int
  var height: Int
  var pixels: [Double]

  /// - Parameter scale: pixels of a module.
  init(_ barcode: Barcode, scale: Double, margin: Int = 20) {
    let bars = barcode.height == 1
    let rows = bars ? Double(barcode.width) / 2.5 : Double(barcode.height)
    let quiet = 12.0
    width = Int((Double(barcode.width) + 2 * quiet) * scale) + 2 * margin
    height = Int((rows + 2 * quiet) * scale) + 2 * margin
    pixels = [Double](repeating: 255, count: width * height)
    // Four samples of each pixel, so that an edge between pixels is grey.
    for y in 0..<height {
      for x in 0..<width {
        var light = 0.0
        for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
          let column = (Double(x - margin) + dx) / scale - quiet, row = (Double(y - margin) + dy) / scale - quiet
          let isInside = (0..<Double(barcode.width)).contains(column) && (0..<rows).contains(row)
          let isDark = isInside && barcode.isDark(column: Int(column), row: bars ? 0 : Int(row))
          light += isDark ? 0 : 255
        }
        pixels[y * width + x] = light / 4
      }
    }
  }

  /// Turned to the right, on white.
  func rotated(_ degrees: Double) -> DrawnPicture {
    let turned = degrees * .pi / 180, c = cosine(turned), s = cosine(turned - .pi / 2)
    var result = self
    result.width = Int(abs(c) * Double(width) + abs(s) * Double(height)) + 1
    result.height = Int(abs(s) * Double(width) + abs(c) * Double(height)) + 1
    result.pixels = []
    for y in 0..<result.height {
      for x in 0..<result.width {
        let (dx, dy) = (Double(x) - Double(result.width) / 2, Double(y) - Double(result.height) / 2)
        let fx = c * dx + s * dy + Double(width) / 2, fy = -s * dx + c * dy + Double(height) / 2
        result.pixels.append(sample(fx, fy))
      }
    }
    return result
  }

  private func sample(_ x: Double, _ y: Double) -> Double {
    guard x >= 0, y >= 0, x < Double(width - 1), y < Double(height - 1) else { return 255 }
    let (left, above) = (Int(x), Int(y)), (u, v) = (x - Double(left), y - Double(above))
    let here = above * width + left
    return (pixels[here] * (1 - u) + pixels[here + 1] * u) * (1 - v)
      + (pixels[here + width] * (1 - u) + pixels[here + width + 1] * u) * v
  }

  /// White as black and black as white.
  var inverted: DrawnPicture {
    var result = self
    result.pixels = pixels.map { 255 - $0 }
    return result
  }

  /// So much light that white eats into the bars of what is blurred.
  func overexposed(_ factor: Double) -> DrawnPicture {
    var result = self
    result.pixels = pixels.map { min(255, $0 * factor) }
    return result
  }

  /// Each pixel the mean of so many around it, twice.
  func blurred(_ radius: Int) -> DrawnPicture {
    var result = self
    for _ in 0..<2 {
      for isAcross in [true, false] {
        let before = result.pixels
        for y in 0..<height {
          for x in 0..<width {
            var sum = 0.0
            for step in -radius...radius {
              let column = min(width - 1, max(0, x + (isAcross ? step : 0)))
              let row = min(height - 1, max(0, y + (isAcross ? 0 : step)))
              sum += before[row * width + column]
            }
            result.pixels[y * width + x] = sum / Double(2 * radius + 1)
          }
        }
      }
    }
    return result
  }

  /// Greyer paper, paler ink, light that falls off to one side, and noise.
  func photographed(noise: Double, _ random: inout SeededGenerator) -> DrawnPicture {
    var result = self
    for y in 0..<height {
      for x in 0..<width {
        let light = 0.6 + 0.4 * Double(x) / Double(width)
        let value = (40 + pixels[y * width + x] * 0.65) * light + Double.random(in: -noise...noise, using: &random)
        result.pixels[y * width + x] = min(255, max(0, value))
      }
    }
    return result
  }

  var picture: Picture {
    Picture(width: width, height: height, channels: .grey, pixels: pixels.map { UInt8(min(255, max(0, $0))) })
  }

  /// By its series, since this needs no more of it.
  private func cosine(_ angle: Double) -> Double {
    var (term, sum) = (1.0, 1.0)
    for step in 1...14 {
      term *= -angle * angle / Double((2 * step - 1) * 2 * step)
      sum += term
    }
    return sum
  }
}
