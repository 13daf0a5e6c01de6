import Foundation
import QixCommands
import QixTesting
import Testing

@testable import QixTerminal

/// What scripts call: the commands of each module with all that they take, who may run them and under which schemas
/// they answer, in a file beside the module's tests. A change of it is seen in the review.
@Suite struct CommandListTests {
  @Test(arguments: House.modules) func commandsAreAsRecorded(_ entry: House.Entry) throws {
    guard let module = entry.module as? any CommandProviding.Type else { return }
    let tree = try CommandTree(program: "qix", version: "", nodes: module.commands)
    let text = try tree.places.filter { $0.declaration != nil }.map(Self.entry).joined()
    let name = "\(module)".replacing("Module", with: "")
    try expectGolden(text, "commands.txt", file: House.path("Tests/\(name)Tests/CommandListTests.swift"))
  }

  /// The line, wrapped, and below it roles, effect and answers.
  private static func entry(_ place: CommandTree.Place) throws -> String {
    var lines = [place.text]
    for form in place.forms {
      let word = word(form)
      if lines[lines.count - 1].count + word.count > 116 { lines.append("     ") }
      lines[lines.count - 1] += " " + word
    }
    let answers = try place.declaration?.answer?.answers().map(\.schema) ?? []
    let effect = place.declaration.map { "\($0.effect)" } ?? ""
    lines.append("    = " + ([place.rolesText, effect] + answers).joined(separator: "; "))
    return lines.map { $0 + "\n" }.joined()
  }

  private static func word(_ form: ParameterForm) -> String {
    var word = form.label
    if let short = form.short { word = "-\(short)|\(word)" }
    if form.kind == .option { word += " " + form.placeholder }
    if case .choices(let words) = form.completion, form.placeholder != words.joined(separator: "|") {
      word += ":" + words.joined(separator: "|")
    }
    if let text = form.defaultText { word += "=" + text }
    if form.isRepeated { word += "…" }
    return form.isRequired ? word : "[\(word)]"
  }
}
