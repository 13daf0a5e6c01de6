internal import QixCommands

extension Document {
  /// For a person: blocks of aligned labels and values, and tables, an empty line between them; at the end the zone of
  /// their moments, where these are told by the clock of a zone, and what is read as it is written.
  func human(_ manner: Manner, colors: Bool) -> String {
    let shown = shown
    let foot = manner.foot.flatMap { foot in Self.hasMoments(shown) ? [foot + "\n"] : nil } ?? []
    // Line by line, with nothing in it that a terminal could act on.
    let prose = prose.map { [$0.sanitised(keepingLines: true) + "\n"] } ?? []
    return (Self.blocks(shown, manner, colors: colors) + foot + prose).joined(separator: "\n")
  }

  private static func hasMoments(_ parts: [Part]) -> Bool {
    func any(_ parts: [Part]) -> Bool {
      parts.contains { part in
        switch part {
        case .field(_, _, let cell): cell.isMoment
        case .table(let table): table.rows.contains { $0.contains(where: \.isMoment) }
        case .group(_, _, let inner): any(inner)
        }
      }
    }
    return any(parts)
  }

  private static func blocks(_ parts: [Part], _ manner: Manner, colors: Bool) -> [String] {
    var blocks: [String] = []
    var fields: [(label: String, cell: Cell)] = []
    func endFields() {
      if !fields.isEmpty { blocks.append(block(fields, manner, colors: colors)) }
      fields = []
    }
    for part in parts {
      switch part {
      case .field(_, _, .withheld): continue
      case .field(_, let label, let cell): fields.append((label, cell))
      case .table(let whole):
        let table = whole.withoutWithheld
        endFields()
        let text =
          table.rows.isEmpty
          ? table.none + "\n" : HumanTable.text(table.columns, table.rows, manner, colors: colors)
        blocks.append(heading(table.title, colors) + text)
      case .group(_, let title, let inner):
        endFields()
        blocks.append(heading(title, colors) + self.blocks(inner, manner, colors: colors).joined(separator: "\n"))
      }
    }
    endFields()
    return blocks
  }

  private static func heading(_ title: String?, _ colors: Bool) -> String {
    title.map { Style.bold($0, colors) + "\n" } ?? ""
  }

  private static func block(_ fields: [(label: String, cell: Cell)], _ manner: Manner, colors: Bool) -> String {
    let width = fields.map(\.label.displayWidth).max() ?? 0
    let margin = "\n" + String(repeating: " ", count: width + 2)
    var block = ""
    for (label, cell) in fields {
      let text = cell == .text("") ? "(empty)" : cell.human(manner)
      let room = manner.width.map { max(16, $0 - width - 2) } ?? .max
      let longest = text.displayWidth <= room ? 0 : text.split(separator: " ").map(\.displayWidth).max() ?? 0
      if longest > room, let whole = manner.width.map({ $0 - 2 }), longest <= whole {
        // What is copied, such as a digest, stays in one piece.
        block +=
          Style.bold(label, colors) + "\n  " + TextLayout.lines(text, width: whole).joined(separator: "\n  ") + "\n"
        continue
      }
      let lines = text.displayWidth <= room ? [text] : TextLayout.lines(text, width: room, breaksWords: true)
      block += Style.bold(label.padded(to: width), colors) + "  " + lines.joined(separator: margin) + "\n"
    }
    return block
  }
}

extension Document.Table {
  /// A copy without the columns of which a person may be told nothing.
  fileprivate var withoutWithheld: Self {
    let shown = columns.indices.filter { index in rows.isEmpty || rows.contains { $0[index] != .withheld } }
    return shown.count < columns.count ? picking(shown) : self
  }
}
