import Foundation
import QixCommands
import QixKernel
import QixTesting
import Testing

@testable import QixTerminal

/// What people and programs are told of every command. How a page is laid out is held by golden files in
/// QixTerminalTests, what the commands take by CommandListTests; here every page is looked at.
@Suite struct HelpTests {
  @Test func everyPageFitsATerminal() throws {
    try TestHome.with { home in
      for place in try Commands.places() {
        let outcome = try home.qix(Array(place.path.dropFirst()) + ["--help"])
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "'\(place.text)'")
        // What stands in quotes can't go on in another line.
        let wide = outcome.output.split(separator: "\n").filter { $0.count > 80 && !$0.contains("'{\"op\"") }.map(
          String.init)
        #expect(wide.isEmpty, "the help of '\(place.text)' is wider than 80 columns: \(wide)")
        for form in place.forms { #expect(outcome.output.contains(form.label), "'\(place.text)': \(form.label)") }
      }
    }
  }

  /// The description for programs has every command with every parameter, and reads as JSON.
  @Test func theDescriptionForProgramsIsWhole() throws {
    struct Node: Decodable {
      struct Parameter: Decodable {
        let name: String
        let help: String
        let required: Bool
        let repeated: Bool
        let takesValue: Bool
        let placeholder: String?
        let `default`: String?
      }
      let path: String
      let summary: String
      let usage: String
      let commands: [Node]?
      let arguments: [Parameter]?
      let options: [Parameter]?
      let roles: [String]?
      let changes: Bool?
      let answers: [String]?
      var all: [Node] { [self] + (commands ?? []).flatMap(\.all) }
    }
    struct Description: Decodable {
      let schema: String
      let version: String
      let globalOptions: [Node.Parameter]
      let command: Node
    }
    let text = try TestHome.with { home in try home.done("help --json") }
    let description = try JSONDecoder().decode(Description.self, from: Data(text.utf8))
    #expect(description.schema == "help/1")
    #expect(description.globalOptions.contains { $0.name == "--home" && $0.placeholder == "DIR" })
    let places = try Commands.places()
    #expect(description.command.all.map(\.path) == places.map(\.text))
    for (node, place) in zip(description.command.all, places) {
      let told = (node.arguments ?? []) + (node.options ?? [])
      #expect(Set(told.map(\.name)) == Set(place.forms.map(\.label)), "'\(place.text)'")
      for form in place.forms {
        let parameter = try #require(told.first { $0.name == form.label }, "'\(place.text)': \(form.label)")
        #expect(parameter.required == form.isRequired && parameter.repeated == form.isRepeated)
        #expect(parameter.takesValue == (form.kind != .flag) && parameter.default == form.defaultText)
        #expect(parameter.help.contains(form.help.description))
      }
      #expect(node.summary == place.node.summary.description && node.usage.hasPrefix(place.text))
      #expect(node.changes == place.declaration.map { $0.effect == .changes })
      #expect(node.roles == place.declaration.map { _ in place.roles.map(\.rawValue) })
      #expect(try node.answers == place.declaration.map { try $0.answer?.answers().map(\.schema) ?? [] })
    }
  }
}
