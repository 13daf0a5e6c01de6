import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Server

/// The errors that programs tell apart by their codes: all that the sources make are listed in docs/errors.md and described
/// by the interface. `QIX_RECORD=1` writes both lists.
@Suite struct ErrorCodesTests {
  /// An error as the sources make it.
  private struct Told: Hashable {
    let code: String
    let exit: Int32?
    let status: Int
    let sentence: String
    /// The module or the part of the platform whose sources make it.
    let target: String
  }

  /// A file of the sources.
  private static func path(_ name: String) -> String {
    let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
    return root.appendingPathComponent(name).path
  }

  /// All files, each with its path from its target on: floors are not part of it.
  private static func swiftFiles() throws -> [(path: [String], text: String)] {
    var found: [(path: [String], text: String)] = []
    for folder in ["Sources", "Plugins"] {
      let files = FileManager.default.enumerator(atPath: Self.path(folder))?.allObjects ?? []
      let names = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map { name in
        let path = name.split(separator: "/").map(String.init)
        let floors = folder == "Sources" ? path.prefix { !$0.lowercased().hasPrefix("qix") }.count : 0
        return (name, Array(path[floors...]))
      }
      for (name, path) in names.sorted(by: { $0.1.joined(separator: "/") < $1.1.joined(separator: "/") }) {
        found.append((path, try String(contentsOfFile: Self.path("\(folder)/\(name)"), encoding: .utf8)))
      }
    }
    return found
  }

  /// What stands between the quotes, with `…` for what is filled in; empty for no literal.
  private static func literal(_ text: Substring) -> String {
    guard text.first == "\"", !text.hasPrefix("\"\"\"") else { return "" }
    var (result, rest) = ("", text.dropFirst())
    while let next = rest.popFirst(), next != "\"" {
      guard next == "\\" else {
        result.append(next)
        continue
      }
      guard let escaped = rest.popFirst(), escaped == "(" else { continue }
      var depth = 1
      while depth > 0, let inner = rest.popFirst() { depth += inner == "(" ? 1 : inner == ")" ? -1 : 0 }
      result += "…"
    }
    return result
  }

  private static func all() throws -> [Told] {
    let made =
      #/(Failure|Refusal|Unmet|Problem)\(\s*(?:(\d+),\s*)?"([a-z][a-z0-9]*\.[a-z0-9-]+)"\s*,\s*(?:\.(\w+)\s*,\s*)?/#
    let categories = Dictionary(uniqueKeysWithValues: ErrorCategory.allCases.map { ("\($0)", $0) })
    var found: [String: Told] = [:]
    for (path, text) in try swiftFiles() {
      for match in text.matches(of: made) {
        let rule: ErrorCategory? = ["Refusal", "Unmet"].contains(match.1) ? .refused : nil
        let category = match.4.flatMap { categories[String($0)] } ?? rule
        guard let status = match.2.flatMap({ Int($0) }) ?? category.map({ Problem.status(of: String(match.3), $0) })
        else { continue }
        let sentence = literal(text[match.range.upperBound...])
        let told = Told(
          code: String(match.3), exit: category?.exitCode, status: status,
          sentence: sentence.isEmpty ? "…" : sentence, target: path[0])
        // The command line says more of an error than the server's own of the same code.
        if found[told.code]?.exit == nil { found[told.code] = told }
      }
    }
    return found.values.sorted { ($0.target, $0.code) < ($1.target, $1.code) }
  }

  private static func compare(_ text: String, with path: String) throws {
    let file = Self.path(path)
    if ProcessInfo.processInfo.environment["QIX_RECORD"] == "1" {
      return try text.write(toFile: file, atomically: true, encoding: .utf8)
    }
    let isSame = try String(contentsOfFile: file, encoding: .utf8) == text
    #expect(isSame, "\(path) differs from the sources; QIX_RECORD=1 writes it")
  }

  @Test func allAreListed() throws {
    let all = try Self.all()
    #expect(all.count > 600 && all.contains { $0.code == "coins.insufficient" && $0.status == 422 && $0.exit == 6 })
    try Self.compare(
      all.map { "\($0.target) \($0.status) \($0.code)\n" }.joined(), with: "Plugins/Server/Codes/error_codes.txt")
    var page = """
      # Error codes

      What `error.code` under `--json` and `code` of an HTTP problem can be, with the [exit code](exit-codes.md), the \
      status of HTTP and the sentence; `…` stands for what is filled in. Codes are stable, sentences aren't. The tests \
      compare this page with the sources. Modules that aren't part of qix have codes of their own, which begin with \
      the module's id.

      """
    for target in Set(all.map(\.target)).sorted() {
      page += "\n## \(target)\n\n| Code | Exit | HTTP | Sentence |\n|---|---:|---:|---|\n"
      for told in all where told.target == target {
        let exit = told.exit.map { "\($0)" } ?? ""
        page += "| `\(told.code)` | \(exit) | \(told.status) | \(told.sentence.replacing("|", with: "\\|")) |\n"
      }
    }
    try Self.compare(page, with: "docs/errors.md")
  }

  /// Each operation says which codes its module has; the answers that all have in common, those of the platform.
  @Test func operationsSayTheirCodes() throws {
    try TestHome.initialised { home in
      try RunningServer.with(home) { server in
        let description = try JSONValue(parsing: server.get("/v1/openapi.json").body)
        let redeem = description["paths"]?["/v1/rewards/{reward}/redemptions"]?["post"]
        func codes(_ answer: JSONValue?) -> [String] { answer?["x-codes"]?.array?.compactMap(\.string) ?? [] }
        let own = codes(redeem?["responses"]?["422"])
        #expect(own.contains("rewards.out-of-stock") && own.allSatisfy { $0.hasPrefix("rewards.") }, "\(own)")
        let general = codes(description["components"]?["responses"]?["BadRequest"])
        #expect(general.contains("http.json"), "\(general)")
      }
    }
  }
}
