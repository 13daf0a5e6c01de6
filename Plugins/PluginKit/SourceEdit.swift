/// Puts a module's lines where they belong in the files that list all modules.
enum SourceEdit {
  private static let width = 120

  /// The line of its targets among the features, and its name among what the catalogue depends on.
  /// - Throws: `PluginError.noMark`
  static func manifest(_ text: String, adding name: PluginName, _ kind: PluginKind) throws(PluginError) -> String {
    var lines = lines(of: text)
    let start = try index(in: lines, of: "let features = [", file: Repository.manifest)
    let end = try index(in: lines, from: start, of: "]", file: Repository.manifest)
    var place = end
    if kind == .shake, let last = lines[start..<end].lastIndex(where: { $0.hasPrefix("  shake(") }) {
      // An entry over several lines ends with its bracket.
      place = (lines[last..<end].firstIndex { $0.hasSuffix("),") } ?? last) + 1
    }
    lines.insert(kind.line(name), at: place)

    let catalogue = try index(in: lines, from: end, of: "    \"QixCatalog\",", file: Repository.manifest)
    guard let close = lines[catalogue...].firstIndex(where: { $0.hasPrefix("    ]") }), close > catalogue + 1 else {
      throw .noMark(file: Repository.manifest, mark: "\"QixCatalog\", [ … ]")
    }
    let added = "\(lines[close - 1]) \"\(name.text)\","
    if added.utf8.count <= width {
      lines[close - 1] = added
    } else {
      lines.insert("      \"\(name.text)\",", at: close)
    }
    return lines.joined(separator: "\n")
  }

  /// The import, and the module at the end of the list: its commands come last in the help.
  /// - Throws: `PluginError.noMark`
  static func catalogue(_ text: String, adding name: PluginName) throws(PluginError) -> String {
    var lines = lines(of: text)
    let mark = "  package static let modules: [any Module.Type] = ["
    let start = try index(in: lines, of: mark, file: Repository.catalogue)
    let end = try index(in: lines, from: start, of: "  ]", file: Repository.catalogue)
    lines.insert("    \(name.text)Module.self,", at: end)
    guard let last = lines[..<start].lastIndex(where: { imported($0) != nil }) else {
      throw .noMark(file: Repository.catalogue, mark: "import")
    }
    let place = lines[..<start].firstIndex { imported($0).map { $0 > name.text } ?? false } ?? last + 1
    lines.insert("internal import \(name.text)", at: place)
    return lines.joined(separator: "\n")
  }

  /// A row at the end of the table of features.
  /// - Throws: `PluginError.noMark`
  static func table(_ text: String, adding name: PluginName, saying what: String) throws(PluginError) -> String {
    var lines = lines(of: text)
    let start = try index(in: lines, of: "| Folder | What it does |", file: Repository.table)
    let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    lines.insert("| [\(name.text)](\(name.text)/README.md) | \(what) |", at: end)
    return lines.joined(separator: "\n")
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func index(
    in lines: [String], from start: Int = 0, of mark: String, file: String
  ) throws(PluginError) -> Int {
    guard let index = lines[start...].firstIndex(of: mark) else {
      throw .noMark(file: file, mark: String(mark.drop { $0 == " " }))
    }
    return index
  }

  /// `internal import Coins`: "Coins".
  private static func imported(_ line: String) -> String? {
    let words = line.split(separator: " ")
    guard let place = words.firstIndex(of: "import"), place <= 1, place + 1 < words.count else { return nil }
    return String(words[place + 1])
  }
}
