internal import Glibc

/// Sine window: two of them in a row at half overlap give back what went in.
enum SineWindow {
  static func values(_ size: Int) -> [Float] {
    (0..<size).map { Float(sin(.pi * (Double($0) + 0.5) / Double(size))) }
  }
}
