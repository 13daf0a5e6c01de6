/// Sums over arrays, eight at a time, always in the same order.
enum Vector {
  /// Σ a·b.
  @inline(__always)
  static func dot(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int) -> Float {
    let left = UnsafeRawPointer(a), right = UnsafeRawPointer(b)
    var sum = SIMD8<Float>.zero
    var index = 0
    while index + 8 <= count {
      let x = left.loadUnaligned(fromByteOffset: 4 * index, as: SIMD8<Float>.self)
      let y = right.loadUnaligned(fromByteOffset: 4 * index, as: SIMD8<Float>.self)
      sum += x * y
      index += 8
    }
    var rest = sum.sum()
    while index < count {
      rest += a[index] * b[index]
      index += 1
    }
    return rest
  }

  /// Whether any value is at least so much.
  @inline(__always)
  static func reaches(_ least: Float, _ a: UnsafePointer<Float>, _ count: Int) -> Bool {
    let values = UnsafeRawPointer(a)
    var largest = SIMD8<Float>(repeating: -.infinity)
    var index = 0
    while index + 8 <= count {
      let x = values.loadUnaligned(fromByteOffset: 4 * index, as: SIMD8<Float>.self)
      largest.replace(with: x, where: x .> largest)
      index += 8
    }
    var found = any(largest .>= least)
    while index < count {
      found = found || a[index] >= least
      index += 1
    }
    return found
  }

  /// Σ a* · b of complex values whose parts lie apart.
  @inline(__always)
  static func product(
    _ aRe: UnsafePointer<Float>, _ aIm: UnsafePointer<Float>, _ bRe: UnsafePointer<Float>, _ bIm: UnsafePointer<Float>,
    _ count: Int
  ) -> (re: Float, im: Float) {
    let (ar, ai, br, bi) = (UnsafeRawPointer(aRe), UnsafeRawPointer(aIm), UnsafeRawPointer(bRe), UnsafeRawPointer(bIm))
    var rr = SIMD8<Float>.zero, ii = rr, ri = rr, ir = rr
    var index = 0
    while index + 8 <= count {
      let x = ar.loadUnaligned(fromByteOffset: 4 * index, as: SIMD8<Float>.self)
      let y = ai.loadUnaligned(fromByteOffset: 4 * index, as: SIMD8<Float>.self)
      let u = br.loadUnaligned(fromByteOffset: 4 * index, as: SIMD8<Float>.self)
      let v = bi.loadUnaligned(fromByteOffset: 4 * index, as: SIMD8<Float>.self)
      rr += x * u
      ii += y * v
      ri += x * v
      ir += y * u
      index += 8
    }
    var (re, im) = (rr.sum() + ii.sum(), ri.sum() - ir.sum())
    while index < count {
      re += aRe[index] * bRe[index] + aIm[index] * bIm[index]
      im += aRe[index] * bIm[index] - aIm[index] * bRe[index]
      index += 1
    }
    return (re, im)
  }

  /// Real and imaginary parts of so many values, a multiple of 8.
  static func part(
    _ values: UnsafePointer<Complex>, into re: UnsafeMutablePointer<Float>, _ im: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    precondition(count % 8 == 0)
    let source = UnsafeRawPointer(values)
    let re = UnsafeMutableRawPointer(re), im = UnsafeMutableRawPointer(im)
    for index in stride(from: 0, to: 4 * count, by: 32) {
      let both = source.loadUnaligned(fromByteOffset: 2 * index, as: SIMD16<Float>.self)
      re.storeBytes(of: both.evenHalf, toByteOffset: index, as: SIMD8<Float>.self)
      im.storeBytes(of: both.oddHalf, toByteOffset: index, as: SIMD8<Float>.self)
    }
  }

  /// The value that so many others are below, were they in order; the array's order is lost.
  static func value(rank: Int, of values: inout [Float]) -> Float {
    var low = 0, high = values.count - 1
    while low < high {
      let pivot = values[(low + high) / 2]
      var left = low, right = high
      while left <= right {
        while values[left] < pivot { left += 1 }
        while values[right] > pivot { right -= 1 }
        if left <= right {
          values.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if rank <= right {
        high = right
      } else if rank >= left {
        low = left
      } else {
        break
      }
    }
    return values[rank]
  }
}
