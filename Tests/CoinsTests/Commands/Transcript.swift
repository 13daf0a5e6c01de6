import Foundation
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// A story told to the program in one form of output; what it prints is kept by command.
///
/// Words in braces stand for what came before: `{last}` for the newest transfer, other names for what `remember` kept.
final class Transcript {
  /// The forms that every command prints its data in, with the flag that asks for each.
  static let forms = [("human", ""), ("json", "--json"), ("tsv", "--tsv"), ("quiet", "--quiet")]

  let home: TestHome
  private let flag: String
  private var names: [String: String] = [:]
  /// What was said and answered, by the command's name such as `coins issue`.
  private(set) var pages: [String: String] = [:]
  /// Everything that was printed as JSON, with the line that asked for it.
  private(set) var documents: [(line: String, output: String)] = []

  init(_ home: TestHome, flag: String) {
    self.home = home
    self.flag = flag
  }

  /// Runs a line, and keeps what it printed on the page of its command, its first two words.
  func run(_ line: String, input: String = "", as name: String? = nil) throws {
    var words = line.split(separator: " ").map(String.init)
    for (name, value) in names { words = words.map { $0.replacingOccurrences(of: "{\(name)}", with: value) } }
    if words.contains(where: { $0.contains("{last}") }) {
      let last = try last()
      words = words.map { $0.replacingOccurrences(of: "{last}", with: last) }
    }
    let outcome = try home.qix(words + (flag.isEmpty ? [] : [flag]), input: input)
    if let name { names[name] = try last() }
    let page = Self.page(of: line)
    var text = "$ qix \(line)\n\(outcome.output)"
    if !outcome.output.isEmpty, !outcome.output.hasSuffix("\n") { text += "\n" }
    text += outcome.errors.split(separator: "\n").map { "! \($0)\n" }.joined()
    if outcome.exitCode != 0 { text += "exit code \(outcome.exitCode)\n" }
    pages[page, default: ""] += text + "\n"
    if flag == "--json" { documents.append((line, outcome.exitCode == 0 ? outcome.output : outcome.errors)) }
  }

  func advance(days: Int64) { home.clock.advance(byMicroseconds: days * Timestamp.day) }

  private static func page(of line: String) -> String {
    line.split(separator: " ").prefix(2).joined(separator: " ")
  }

  private func last() throws -> String {
    try home.unchecked.read { connection in
      let id = try connection.first("SELECT id FROM coins_transfers ORDER BY transfer DESC LIMIT 1") { row in
        try row.identifier(0, StoryTag.self)
      }
      return "\(try #require(id))"
    }
  }
}

private enum StoryTag: IdentifierTag { static let prefix = "trf" }
