import Foundation
import QixCommands
import QixTerminal
import QixTesting
import Testing

/// docs/configuration.md knows every option that all commands take, by its name and by its key.
@Suite struct ConfigurationTests {
  private struct Help: Decodable {
    struct Option: Decodable {
      let name: String
      let takesValue: Bool
    }
    let globalOptions: [Option]
  }

  @Test func everyGlobalOptionIsDocumented() throws {
    let page = try House.text("docs/configuration.md")
    let json = try TestHome.with { try $0.qix("help --json").output }
    let options = try JSONDecoder().decode(Help.self, from: Data(json.utf8)).globalOptions
    #expect(options.count > 10)
    for option in options {
      #expect(page.contains("`\(option.name)\(option.takesValue ? " " : "`")"), "\(option.name)")
      let key = option.name.dropFirst(2)
      // Of one line each, and not of a person.
      if !["help", "version", "columns", "sort"].contains(key) {
        #expect(page.contains("`\(key) = \(option.takesValue ? "" : "true`")"), "\(key)")
      }
    }
  }
}
