package import QixModule

/// Scaffolding for authors of modules: begins one, ready to compile.
package enum PluginKitModule: CommandProviding {
  package static let id = "pluginkit"
  package static let summary = "Begins new modules and types of shake in a copy of the sources."

  package static var commands: [CommandNode] {
    [.group(CommandGroup("plugin", "Write modules of your own.", [.command(NewPlugin.self)]))]
  }
}
