package import QixKernel

private enum CommandsKey: ContextKey {
  static var defaultValue: CommandTree { unprepared("commands") }
}

extension Context {
  /// The commands there are, for those that speak of them.
  package var commands: CommandTree {
    get { self[CommandsKey.self] }
    set { self[CommandsKey.self] = newValue }
  }

  /// Gives the context its face and its invocation, and limits what a principal may know.
  mutating package func equip(_ face: any Face, _ invocation: Invocation, isStandalone: Bool) {
    self.face = face
    self.invocation = invocation
    guard !isStandalone, principal.isKeptFromSomething else { return }
    let acquaintances = principal.mayKnow(.user) ? nil : Acquaintances()
    self.acquaintances = acquaintances
    self.face.clearance = Clearance(principal, acquaintances, commands)
  }
}
