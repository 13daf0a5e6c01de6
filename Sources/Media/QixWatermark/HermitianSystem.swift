internal import Glibc

/// Hermitian positive definite system of equations R g = r, by Cholesky's method in double precision.
struct HermitianSystem {
  let size: Int
  /// Lower triangle, [row · size + column].
  var re: [Double]
  var im: [Double]
  var rightRe: [Double]
  var rightIm: [Double]

  init(size: Int) {
    self.size = size
    re = Array(repeating: 0, count: size * size)
    im = re
    rightRe = Array(repeating: 0, count: size)
    rightIm = rightRe
  }

  /// Adds a share of the diagonal's mean, and a little, to the diagonal, then solves; what was stored is overwritten.
  mutating func solve(loading: Double, least: Double = 1e-20) -> [Complex] {
    let trace = (0..<size).reduce(0) { $0 + re[$1 * size + $1] }
    let load = loading * trace / Double(size) + least
    for row in 0..<size { re[row * size + row] += load }
    for column in 0..<size {
      let place = column * size
      var pivot = re[place + column]
      for k in 0..<column { pivot -= re[place + k] * re[place + k] + im[place + k] * im[place + k] }
      let root = max(pivot, load * 1e-6 + 1e-30).squareRoot()
      re[place + column] = root
      for row in (column + 1)..<max(column + 1, size) {
        let other = row * size
        var a = re[other + column], b = im[other + column]
        for k in 0..<column {
          let (xr, xi, yr, yi) = (re[other + k], im[other + k], re[place + k], im[place + k])
          a -= xr * yr + xi * yi
          b -= xi * yr - xr * yi
        }
        re[other + column] = a / root
        im[other + column] = b / root
      }
    }
    for row in 0..<size {
      let place = row * size
      var a = rightRe[row], b = rightIm[row]
      for k in 0..<row {
        a -= re[place + k] * rightRe[k] - im[place + k] * rightIm[k]
        b -= re[place + k] * rightIm[k] + im[place + k] * rightRe[k]
      }
      rightRe[row] = a / re[place + row]
      rightIm[row] = b / re[place + row]
    }
    for row in (0..<size).reversed() {
      var a = rightRe[row], b = rightIm[row]
      for k in (row + 1)..<max(row + 1, size) {
        // The upper triangle is the lower one's conjugate.
        let (xr, xi) = (re[k * size + row], -im[k * size + row])
        a -= xr * rightRe[k] - xi * rightIm[k]
        b -= xr * rightIm[k] + xi * rightRe[k]
      }
      rightRe[row] = a / re[row * size + row]
      rightIm[row] = b / re[row * size + row]
    }
    return (0..<size).map { Complex(Float(rightRe[$0]), Float(rightIm[$0])) }
  }
}
