import QixCatalog
import QixCommands
import QixTerminal
import QixTesting

extension Desk {
  /// The program of a home without some modules.
  static func program(_ home: TestHome, disabled: Set<String>) throws -> ([String]) -> TestTerminal.Outcome {
    let program = try Qix.program(
      disabled: disabled, home: home.path, actor: "local:test", clock: home.clock, random: home.random)
    return { TestTerminal(clock: home.clock).run(program, $0) }
  }
}
