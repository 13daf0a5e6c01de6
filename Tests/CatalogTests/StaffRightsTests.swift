import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// What `qix staff show` says that somebody may do is what the gate lets them do.
@Suite struct StaffRightsTests {
  private static let tokens: [(options: String, principal: Principal)] =
    Role.ofTokens.map { ("--role \($0)", Principal(name: "token:as", role: $0)) } + [
      ("--role operator --access read", Principal(name: "token:as", role: .operator, isReadOnly: true)),
      ("--role operator --scope wallet", Principal(name: "token:as", role: .operator, scopes: ["wallet"])),
    ]

  @Test(arguments: tokens) func itListsWhatTheGateAdmits(_ token: (options: String, principal: Principal)) throws {
    try TestHome.initialised { home in
      let path = "\(home.path)/as.token"
      try home.done("token create as \(token.options) --output \(path)")
      let shown = try JSONValue(parsing: home.done("--as \(path) staff show --json"))
      var (commands, asked): ([String], [String]) = ([], [])
      for place in try Commands.places() {
        guard case .command(let type) = place.node, !type.isStandalone else { continue }
        let gate = Gate(path: place.path, declaration: type.declaration)
        guard (try? gate.admit(token.principal, reveals: false)) != nil else { continue }
        commands.append(gate.command)
        if gate.approvers(for: token.principal) != nil { asked.append(gate.command) }
      }
      let rows = shown["commands"]?.array ?? []
      #expect(rows.compactMap { $0["command"]?.string } == commands)
      #expect(rows.filter { $0["asks"] == true }.compactMap { $0["command"]?.string } == asked)
      // Signing out is nothing that a token could be made without.
      #expect(commands.contains("staff sign-out") && commands.contains("staff show"))
    }
  }
}
