internal import QixCommands

/// Cells of a terminal in which lines are drawn: by braille patterns of 2 × 4 dots, or by one mark a cell.
struct DotCanvas {
  enum Marks {
    case braille
    /// A mark for each series, for terminals without braille and where colours don't tell series apart.
    case marks([Character])
  }

  private let columns: Int
  private let rows: Int
  private let marks: Marks
  private var dots: [UInt8]
  private var owners: [Int]

  /// Dots in all.
  let width: Int
  let height: Int

  init(columns: Int, rows: Int, _ marks: Marks) {
    (self.columns, self.rows, self.marks) = (columns, rows, marks)
    dots = [UInt8](repeating: 0, count: columns * rows)
    owners = [Int](repeating: 0, count: columns * rows)
    if case .braille = marks { (width, height) = (columns * 2, rows * 4) } else { (width, height) = (columns, rows) }
  }

  /// The dot at a place from 0 to 1 of both directions, the origin at the lower left.
  func dot(_ across: Double, _ up: Double) -> (x: Int, y: Int) {
    (
      min(width - 1, max(0, Int(across * Double(width)))),
      min(height - 1, max(0, height - 1 - Int((up * Double(height)).rounded(.down))))
    )
  }

  /// The character of a cell and the series that drew it last; nil when nothing was drawn there.
  func cell(_ column: Int, _ row: Int) -> (character: Character, series: Int)? {
    let index = row * columns + column
    guard dots[index] != 0 else { return nil }
    switch marks {
    case .braille: return (Character(Unicode.Scalar(UInt16(0x2800) + UInt16(dots[index])) ?? " "), owners[index])
    case .marks(let marks): return (marks[owners[index] % marks.count], owners[index])
    }
  }

  mutating func set(_ x: Int, _ y: Int, series: Int) {
    // The bits of Unicode's braille patterns: the first three rows down the left column, then down the right, then
    // the fourth row.
    let index: Int
    if case .braille = marks {
      index = y / 4 * columns + x / 2
      let bit = y % 4 == 3 ? 6 + x % 2 : y % 4 + 3 * (x % 2)
      dots[index] |= 1 << UInt8(bit)
    } else {
      index = y * columns + x
      dots[index] = 1
    }
    owners[index] = series
  }

  /// A straight line by Bresenham's algorithm, ends included.
  mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int), series: Int) {
    let (width, height) = (abs(end.x - start.x), -abs(end.y - start.y))
    let (right, down) = (start.x < end.x ? 1 : -1, start.y < end.y ? 1 : -1)
    var (x, y) = start
    var error = width + height
    while true {
      set(x, y, series: series)
      if x == end.x, y == end.y { return }
      let doubled = 2 * error
      if doubled >= height { (error, x) = (error + height, x + right) }
      if doubled <= width { (error, y) = (error + width, y + down) }
    }
  }
}
