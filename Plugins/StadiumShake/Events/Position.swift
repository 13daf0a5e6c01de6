internal import Glibc
internal import QixShake

/// A place on the earth.
struct Position: Sendable, Equatable {
  /// Degrees, north and east positive.
  let latitude: Double
  let longitude: Double

  /// Nil beyond the poles and the date line.
  init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Metres along the surface of a sphere of the earth's mean radius (haversine formula; at most 0.6 % off).
  func distance(to other: Position) -> Double {
    let radius = 6_371_008.8, degree = Double.pi / 180
    let a = sin((other.latitude - latitude) / 2 * degree), b = sin((other.longitude - longitude) / 2 * degree)
    let h = a * a + cos(latitude * degree) * cos(other.latitude * degree) * b * b
    return 2 * radius * asin(min(1, h.squareRoot()))
  }

  /// A value of a table.
  /// - Parameter parts: of a degree that it counts.
  init?(_ latitude: Int64?, _ longitude: Int64?, parts: Double) {
    guard let latitude, let longitude else { return nil }
    self.init(latitude: Double(latitude) / parts, longitude: Double(longitude) / parts)
  }

  func counted(in parts: Double) -> (latitude: Int64, longitude: Int64) {
    (Int64((latitude * parts).rounded()), Int64((longitude * parts).rounded()))
  }
}

extension ValueType where Value == Position {
  /// `41.3809,2.1228`
  static var position: ValueType {
    ValueType(placeholder: "LAT,LON") { text throws(ValueError) in
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
        let position = Position(latitude: latitude, longitude: longitude)
      else { throw ValueError("a position is written as degrees north and east, such as 41.3809,2.1228") }
      return position
    }
  }
}
