package import QixModule

/// Scaffolding for authors of modules: begins one, ready to compile.
package enum PluginKitModule: CommandProviding {
  package static let id = "pluginkit"
  package static let summary = "Creates new modules and types of shake in a copy of the sources."

  package static var commands: [CommandNode] {
    [.group(CommandGroup("plugin", "Write your own modules.", [.command(NewPlugin.self)]))]
  }
}
