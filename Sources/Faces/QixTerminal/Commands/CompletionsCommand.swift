package import QixCommands
package import QixKernel

/// `qix completions`: a script that teaches a shell to complete the program's commands.
package struct CompletionsCommand: StandaloneCommand {
  enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  package static let declaration = Declaration(
    "completions", "Print a script that completes commands in a shell", roles: .everyone,
    discussion: """
      bash: put the script into ~/.local/share/bash-completion/completions/qix.
      zsh: put it into a file _qix in a folder of your $fpath.
      fish: put it into ~/.config/fish/completions/qix.fish.
      """,
    examples: [
      Example("qix completions bash > qix.bash", "A script for bash, in a file"),
      Example("qix completions fish | source", "Complete in this fish, until it ends"),
    ])

  @Positional("shell", .choice(of: Shell.self), "bash, zsh or fish") private var shell: Shell

  package init() {}

  package func run(in context: Context) throws -> Printed {
    let tree = context.program.tree
    let script =
      switch shell {
      case .bash: BashCompletion.script(for: tree)
      case .zsh: ZshCompletion.script(for: tree)
      case .fish: FishCompletion.script(for: tree)
      }
    try context.face.write(script)
    return Printed()
  }
}
