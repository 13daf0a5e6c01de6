/// Means over rectangles of a table [row · columns + column], cut off at its edges.
enum BoxFilter {
  /// - Parameters:
  ///   - across: columns that a mean takes in, odd.
  ///   - down: rows that a mean takes in, odd.
  static func mean(_ table: [Float], columns: Int, across: Int, down: Int) -> [Float] {
    let rows = table.count / max(1, columns)
    var result = table
    let half = across / 2
    if half > 0 {
      table.withUnsafeBufferPointer { input in
        result.withUnsafeMutableBufferPointer { output in
          for row in 0..<rows {
            let start = row * columns
            var sum: Double = 0
            var low = 0, high = 0
            for column in 0..<columns {
              while high < min(columns, column + half + 1) {
                sum += Double(input[start + high])
                high += 1
              }
              while low < column - half {
                sum -= Double(input[start + low])
                low += 1
              }
              output[start + column] = Float(max(0, sum)) / Float(high - low)
            }
          }
        }
      }
    }
    guard down > 1 else { return result }
    let smooth = result
    let reach = down / 2
    smooth.withUnsafeBufferPointer { input in
      result.withUnsafeMutableBufferPointer { output in
        for row in 0..<rows {
          let low = max(0, row - reach), high = min(rows, row + reach + 1)
          let start = row * columns, factor = 1 / Float(high - low)
          for column in 0..<columns { output[start + column] = 0 }
          for other in low..<high {
            let from = other * columns
            for column in 0..<columns { output[start + column] += input[from + column] }
          }
          for column in 0..<columns { output[start + column] *= factor }
        }
      }
    }
    return result
  }
}
