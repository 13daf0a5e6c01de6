package import QixKernel

extension Context {
  /// Whether the principal may know a kind of data. What stands in files is only kept from those who have had one read by
  /// its name.
  package func mayTell(_ datum: Confidential) -> Bool {
    datum == .content ? face.mayTell(.content) : principal.mayKnow(datum)
  }

  /// Whether the principal may run a command, so that no refused command is suggested.
  /// - Parameter words: the command's words without the program's name: `reward confirm`.
  package func mayRun(_ words: String, _ command: any AnyCommand.Type) -> Bool {
    let gate = Gate(path: ["qix"] + words.split(separator: " ").map(String.init), declaration: command.declaration)
    do throws(GateError) {
      try gate.admit(principal, reveals: false)
      return true
    } catch {
      return false
    }
  }
}
