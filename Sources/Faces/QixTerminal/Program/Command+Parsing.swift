package import QixCommands
internal import QixKernel

extension Command {
  /// Makes a command with the values of a command line, for tests of commands without a program around them.
  package static func parsing(_ words: [String]) throws -> Self {
    let (command, slots) = ParameterSlot.collecting { Self() }
    let values = try CommandLineParser(forms: slots.map(\.form) + declaration.standardForms, help: declaration.name)
      .parse(words)
    for slot in slots { try slot.fill(from: values, in: .unprepared) }
    return command
  }
}
