import CoinsContract
import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// A story told to the program in one form of output; what it prints is kept by command.
///
/// Words in braces stand for what came before: `{last}` for the newest transfer, `{approval}` for the newest request,
/// other names for what `remember` kept.
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
  func run(_ line: String, input: String = "", as name: String? = nil, by actor: String? = nil) throws {
    var home = home
    if let actor { home.actor = actor }
    var words = line.split(separator: " ").map(String.init)
    for (name, value) in names { words = words.map { $0.replacingOccurrences(of: "{\(name)}", with: value) } }
    if words.contains(where: { $0.contains("{last}") }) {
      let last = try last()
      words = words.map { $0.replacingOccurrences(of: "{last}", with: last) }
    }
    if words.contains("{approval}") {
      let approval = try newest("coins_approvals", "approval", ApprovalTag.self)
      words = words.map { $0 == "{approval}" ? approval : $0 }
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

  private func last() throws -> String { try newest("coins_transfers", "id", TransferTag.self) }

  private func newest<Tag: IdentifierTag>(_ table: String, _ column: String, _: Tag.Type) throws -> String {
    try home.unchecked.read { connection in
      let id = try connection.first("SELECT \(column) FROM \(table) ORDER BY \(column) DESC LIMIT 1") { row in
        try row.identifier(0, Tag.self)
      }
      return "\(try #require(id))"
    }
  }

  /// Sets a setting, without a page of its own.
  func set(_ name: String, to value: String) throws {
    try home.unchecked.write(Change("test")) { connection, _ in
      try connection.run("INSERT INTO qix_settings (name, value) VALUES (?1, ?2)", .text(name), .text(value))
    }
  }
}
