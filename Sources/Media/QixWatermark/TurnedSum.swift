/// Sums of rows of a period's length, each read from a place of its own on, and around its end.
///
/// A sum of many rows is made in registers: memory sees each row once and the sum once.
enum TurnedSum {
  struct Row {
    /// Values of a period.
    let values: UnsafePointer<Float>
    /// Place of the first value that counts, modulo the period.
    let place: Int
    var amplitude: Float = 1
  }

  /// target(k) = Σ amplitude · values(place + first + k), rows in their order.
  /// - Parameter count: values of the sum, a period at most.
  static func write(_ rows: [Row], from first: Int = 0, to target: UnsafeMutablePointer<Float>, count: Int) {
    let period = MarkFormat.period
    precondition(count <= period)
    withUnsafeTemporaryAllocation(of: Straight.self, capacity: rows.count) { straight in
      var begin = 0
      while begin < count {
        // Up to where the next row begins anew, all are read straight on.
        var end = count
        for (index, row) in rows.enumerated() {
          let place = ((row.place + first + begin) % period + period) % period
          straight[index] = (UnsafeRawPointer(row.values + place), row.amplitude)
          end = min(end, begin + period - place)
        }
        write(UnsafeBufferPointer(straight), to: UnsafeMutableRawPointer(target + begin), count: end - begin)
        begin = end
      }
    }
  }

  private typealias Straight = (values: UnsafeRawPointer, amplitude: Float)

  private static func write(_ rows: UnsafeBufferPointer<Straight>, to target: UnsafeMutableRawPointer, count: Int) {
    let width = MemoryLayout<SIMD8<Float>>.stride
    let end = 4 * count
    var place = 0
    while place + 4 * width <= end {
      var a = SIMD8<Float>.zero, b = a, c = a, d = a
      for row in rows {
        a += row.amplitude * row.values.loadUnaligned(fromByteOffset: place, as: SIMD8<Float>.self)
        b += row.amplitude * row.values.loadUnaligned(fromByteOffset: place + width, as: SIMD8<Float>.self)
        c += row.amplitude * row.values.loadUnaligned(fromByteOffset: place + 2 * width, as: SIMD8<Float>.self)
        d += row.amplitude * row.values.loadUnaligned(fromByteOffset: place + 3 * width, as: SIMD8<Float>.self)
      }
      target.storeBytes(of: a, toByteOffset: place, as: SIMD8<Float>.self)
      target.storeBytes(of: b, toByteOffset: place + width, as: SIMD8<Float>.self)
      target.storeBytes(of: c, toByteOffset: place + 2 * width, as: SIMD8<Float>.self)
      target.storeBytes(of: d, toByteOffset: place + 3 * width, as: SIMD8<Float>.self)
      place += 4 * width
    }
    while place < end {
      var sum: Float = 0
      for row in rows { sum += row.amplitude * row.values.load(fromByteOffset: place, as: Float.self) }
      target.storeBytes(of: sum, toByteOffset: place, as: Float.self)
      place += 4
    }
  }
}
