import Testing

@testable import QixOCR

struct ResamplingTests {
  private static func ramp(_ width: Int, _ height: Int) -> Pixels {
    Pixels(width: width, height: height, bytes: (0..<width * height).flatMap { [UInt8($0 % width * 4), 7, 200] })
  }

  @Test func cornersOfTheSquareMeetThoseOfTheQuad() {
    let quad = Quad([
      PicturePoint(x: 3, y: 4), PicturePoint(x: 50, y: 2), PicturePoint(x: 60, y: 30), PicturePoint(x: 1, y: 22),
    ])
    let map = Projection(quad)
    for (index, (u, v)) in [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].enumerated() {
      let point = map.point(u, v)
      #expect(abs(point.x - quad.corners[index].x) < 1e-9 && abs(point.y - quad.corners[index].y) < 1e-9)
    }
    // Lines stay lines: the diagonals meet where those of the quad meet.
    let middle = map.point(0.5, 0.5)
    func distance(_ a: PicturePoint, _ b: PicturePoint) -> Double {
      let (dx, dy): (Double, Double) = (b.x - a.x, b.y - a.y)
      return abs(dx * (middle.y - a.y) - dy * (middle.x - a.x))
    }
    #expect(distance(quad.corners[0], quad.corners[2]) < 1e-6)
    #expect(distance(quad.corners[1], quad.corners[3]) < 1e-6)
  }

  @Test func shrinkingKeepsTheAverage() {
    let (small, scale) = Resampling.shrunk(Self.ramp(60, 40), to: 30)
    #expect(small.width == 30 && small.height == 20 && scale == 0.5)
    // Two columns of 4x and 4x + 4 make one of 4x + 2.
    let expected = (0..<30).flatMap { column -> [UInt8] in [UInt8(column * 8 + 2), 7, 200] }
    #expect(Array(small.bytes.prefix(90)) == expected)
    #expect(Resampling.shrunk(Self.ramp(60, 40), to: 60).scale == 1)
  }

  @Test func planesAreBlueGreenRedFromMinusOneToOne() {
    var planes = [Float](repeating: 9, count: 3 * 20 * 64)
    planes.withUnsafeMutableBufferPointer { planes in
      Resampling.fill(
        planes, width: 64, height: 20, used: 30, quad: Quad(x: 10, y: 5, width: 30, height: 20),
        from: Self.ramp(60, 40))
    }
    // The middle row: blue everywhere alike, red a ramp, and the middle grey behind.
    let row = 10 * 64
    let blue: Float = 200 * 2 / 255 - 1
    let red: Float = 56 * 2 / 255 - 1
    #expect(abs(planes[row + 3] - blue) < 1e-4)
    #expect(abs(planes[2 * 20 * 64 + row + 4] - red) < 0.02)
    #expect(planes[row + 30..<row + 64].allSatisfy { $0 == 0 })
  }

  @Test func rowsOfATileAreThoseOfTheWhole() {
    let picture = Self.ramp(50, 30)
    func planes(_ rows: Range<Int>) -> [Float] {
      var planes = [Float](repeating: 0, count: 3 * 64 * rows.count)
      planes.withUnsafeMutableBufferPointer {
        Resampling.fill($0, width: 64, rows: rows, of: 96, from: picture)
      }
      return planes
    }
    let (whole, tile) = (planes(0..<96), planes(32..<64))
    for channel in 0..<3 {
      let start = channel * 96 * 64 + 32 * 64
      #expect(Array(whole[start..<start + 32 * 64]) == Array(tile[channel * 32 * 64..<(channel + 1) * 32 * 64]))
    }
  }
}
