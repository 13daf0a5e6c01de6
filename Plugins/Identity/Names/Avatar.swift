internal import QixCrypto

/// A picture that follows from a name and nothing else: a pattern of five by five fields that is the same on both
/// sides, as a face is, in two colours that go together.
struct Avatar: Sendable {
  private let name: String
  private let colors: (ground: String, ink: String, accent: String)
  /// Fifteen fields: three columns of five, of which the first two are mirrored.
  private let fields: [Mark]

  private enum Mark {
    case none, square, disc, accent
  }

  init(_ name: String) {
    self.name = name
    let digest = BLAKE2b.hash(Array("qix-avatar/1 \(name)".utf8), size: 32)
    colors = Self.palettes[Int(digest[0]) % Self.palettes.count]
    fields = digest[1...15].map { byte in
      switch byte % 8 {
      case 0...3: .none
      case 4, 5: .square
      case 6: .disc
      default: .accent
      }
    }
  }

  private func mark(_ row: Int, _ column: Int) -> Mark { fields[row * 3 + min(column, 4 - column)] }

  /// SVG 1.1, square, with nothing in it that leads elsewhere.
  var svg: String {
    var shapes = ""
    for row in 0..<5 {
      for column in 0..<5 {
        let (x, y) = (14 + 20 * column, 14 + 20 * row)
        switch mark(row, column) {
        case .none: continue
        case .square: shapes += "<rect x=\"\(x)\" y=\"\(y)\" width=\"20\" height=\"20\" fill=\"\(colors.ink)\"/>\n"
        case .disc: shapes += "<circle cx=\"\(x + 10)\" cy=\"\(y + 10)\" r=\"10\" fill=\"\(colors.ink)\"/>\n"
        case .accent: shapes += "<circle cx=\"\(x + 10)\" cy=\"\(y + 10)\" r=\"7\" fill=\"\(colors.accent)\"/>\n"
        }
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" role="img" aria-label="\(name)">
      <rect width="128" height="128" rx="24" fill="\(colors.ground)"/>
      \(shapes)</svg>

      """
  }

  /// The pattern in characters, for a terminal: two columns a field.
  var lines: [String] {
    (0..<5).map { row in
      (0..<5).map { column in
        switch mark(row, column) {
        case .none: "  "
        case .square: "██"
        case .disc: "▐▌"
        case .accent: "··"
        }
      }.joined()
    }
  }

  private static let palettes: [(ground: String, ink: String, accent: String)] = [
    ("#fdf0e1", "#c4572e", "#2f6f73"), ("#e8f1f5", "#1f5f8b", "#e07a3f"), ("#eef5e6", "#4a7c2c", "#c2483d"),
    ("#f6ecf5", "#7b3f8c", "#d79b00"), ("#fff7d6", "#8a6d00", "#3a6ea5"), ("#e6f4f1", "#13715f", "#d1495b"),
    ("#fbe9e7", "#b23a48", "#33658a"), ("#eceff7", "#3d4f8f", "#e2a72e"), ("#f3f0e8", "#5c4b36", "#4f9d8b"),
    ("#e9f7ef", "#1d8348", "#8e44ad"), ("#f9ebf0", "#a1306b", "#2a9d8f"), ("#edf2fb", "#27548a", "#dd6b20"),
  ]
}
