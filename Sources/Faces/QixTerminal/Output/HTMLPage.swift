internal import QixCommands
internal import QixKernel

/// A document as one HTML page with charts in it, to be read, sent and printed: it loads nothing from anywhere and has no
/// script.
extension PrintedPage {
  func write(_ document: Document, in terminal: Terminal) throws {
    let manner = Manner(width: nil, zone: terminal.manner.zone, isBrief: false)
    try terminal.write(text(document, manner), to: path, what: "The page")
  }

  func text(_ document: Document, _ manner: Manner) -> String {
    let parts = charts.map { "<figure>\n\($0.svg())</figure>\n" } + document.tables.map { Self.table($0, manner) }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(SVGText.escaped(title))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <h1>\(SVGText.escaped(title))</h1>
      <p>\(SVGText.escaped(subtitle))</p>
      \(Self.fields(document, manner))\(parts.joined())</body>
      </html>

      """
  }

  private static func fields(_ document: Document, _ manner: Manner) -> String {
    let rows = document.fields.filter { $0.cell != .withheld }.map { label, cell in
      "<tr><th scope=\"row\">\(SVGText.escaped(label))</th><td>\(SVGText.escaped(cell.human(manner)))</td></tr>\n"
    }
    return "<table class=\"figures\">\n\(rows.joined())</table>\n"
  }

  private static func table(_ table: Document.Table, _ manner: Manner) -> String {
    func line(_ cells: [String], _ tag: String) -> String {
      let parts = zip(table.columns, cells).map { column, text in
        "<\(tag)\(column.alignment == .trailing ? " class=\"number\"" : "")>\(SVGText.escaped(text))</\(tag.prefix(2))>"
      }
      return "<tr>\(parts.joined())</tr>\n"
    }
    let rows = table.rows.map { line($0.map { $0.human(manner) }, "td") }
    return """
      <section>
      <h2>\(SVGText.escaped(table.title ?? table.key))</h2>
      <table>
      <thead>
      \(line(table.columns.map(\.title), "th"))</thead>
      <tbody>
      \(rows.isEmpty ? "<tr><td colspan=\"\(table.columns.count)\">none</td></tr>\n" : rows.joined())</tbody>
      </table>
      </section>

      """
  }

  private static let style = """
    :root{color-scheme:light dark}
    body{font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;\
    max-width:60rem;margin:2rem auto;padding:0 1rem}
    h1{font-size:1.6rem;margin:0}h2{font-size:1.1rem;margin:1.6rem 0 .4rem}
    table{border-collapse:collapse;font-variant-numeric:tabular-nums}section table{width:100%}
    th,td{text-align:left;padding:.25rem .7rem .25rem 0;border-bottom:1px solid #8884;vertical-align:top}
    thead th{font-size:.8rem}.number,.figures td{text-align:right}
    figure{margin:1.2rem 0;break-inside:avoid}figure svg{max-width:100%;height:auto}
    tr,h2{break-inside:avoid}h2{break-after:avoid}thead{display:table-header-group}
    @page{size:A4;margin:15mm}
    @media print{:root{color-scheme:light}body{margin:0;padding:0;max-width:none;font-size:10pt}}
    """
}

extension Document {
  /// The fields, by their labels.
  fileprivate var fields: [(label: String, cell: Cell)] {
    parts.compactMap { if case .field(_, let label, let cell) = $0 { (label, cell) } else { nil } }
  }
}
