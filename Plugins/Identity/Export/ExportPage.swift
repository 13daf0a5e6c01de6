internal import QixModule

/// An export as a page to read: one file, no script, nothing from anywhere else.
struct ExportPage {
  let value: JSONValue

  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <meta name="viewport" content="width=device-width">
    <title>What is held about you</title>
    <style>
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
    h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; border-bottom: 1px solid #ccc; }
    table { border-collapse: collapse; margin: .5rem 0; } th, td { text-align: left; vertical-align: top; }
    th, td { padding: .25rem 1rem .25rem 0; border-bottom: 1px solid #eee; white-space: pre-line; }
    @media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd; } }
    </style>
    </head>
    <body>
    <h1>What is held about you</h1>
    \(sections)</body>
    </html>

    """
  }

  private var sections: String {
    var result = ""
    for member in value.object?.members ?? [] where member.key != "schema" {
      result += "<h2>\(Self.title(member.key))</h2>\n\(Self.block(member.value))"
    }
    return result
  }

  private static func block(_ value: JSONValue) -> String {
    switch value {
    case .object(let object):
      return table(object.members.map { "<th scope=\"row\">\(title($0.key))</th><td>\(cell($0.value))</td>" })
    case .array(let elements) where elements.isEmpty: return "<p>Nothing.</p>\n"
    case .array(let elements): return list(elements)
    default: return "<p>\(cell(value))</p>\n"
    }
  }

  /// Records with the same members are a table, anything else is a list.
  private static func list(_ elements: [JSONValue]) -> String {
    let keys = elements.first?.object?.members.map(\.key) ?? []
    let isTable = !keys.isEmpty && elements.allSatisfy { $0.object?.members.map(\.key) == keys }
    guard isTable else { return "<ul>\n" + elements.map { "<li>\(cell($0))</li>\n" }.joined() + "</ul>\n" }
    let head = "<tr>" + keys.map { "<th scope=\"col\">\(title($0))</th>" }.joined() + "</tr>\n"
    let rows = elements.map { element in
      (element.object?.members ?? []).map { "<td>\(cell($0.value))</td>" }.joined()
    }
    return table(rows, head: head)
  }

  private static func table(_ rows: [String], head: String = "") -> String {
    "<table>\n\(head)\(rows.map { "<tr>\($0)</tr>\n" }.joined())</table>\n"
  }

  private static func cell(_ value: JSONValue) -> String {
    switch value {
    case .null: "–"
    case .bool(let value): value ? "yes" : "no"
    case .integer, .double: value.text()
    case .string(let text): escaped(text)
    case .array, .object: block(value)
    }
  }

  /// `merged_ids` as `Merged ids`.
  private static func title(_ key: String) -> String {
    let words = escaped(String(key.map { $0 == "_" || $0 == "-" ? " " : $0 }))
    return words.asSentence
  }

  /// Text of strangers stands here: what HTML reads as a mark is written out.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
