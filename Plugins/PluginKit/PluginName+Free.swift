internal import QixModule

extension PluginName {
  /// Looks whether folder, id, type of shake and commands are free.
  /// - Parameter commands: of this program, which was built from such a copy.
  /// - Throws: `PluginError.taken`, `PluginError.exists`
  func checkFree(in repository: Repository, commands: CommandTree) throws(PluginError) {
    for folder in repository.names(in: "Plugins") where !folder.contains(".") {
      // An id is the folder's name in small letters, and begins names of tables.
      if folder.lowercased() == id { throw .taken(text, what: "the name", owner: "Plugins/\(folder)") }
      if let other = try? PluginName(folder, .shake), other.command == command {
        throw .taken(command, what: "the command", owner: "Plugins/\(folder)")
      }
    }
    for folder in repository.names(in: "Sources") where folder.lowercased() == id {
      throw .taken(text, what: "the name", owner: "Sources/\(folder)")
    }
    // Whatever stands in quotation marks there: targets, folders, libraries.
    let parts = try repository.text(Repository.manifest).split(separator: "\"", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() where index % 2 == 1 && part.lowercased() == id {
      throw .taken(text, what: "the name", owner: "'\(part)' in \(Repository.manifest)")
    }
    for group in [[], ["shake"]] {
      let place = try? commands.place(at: group)
      guard place?.children.contains(where: { $0.node.name == command }) == true else { continue }
      throw .taken(
        (group + [command]).joined(separator: " "), what: "the command", owner: "a module of this program")
    }
    for path in ["Plugins/\(text)", "Tests/\(text)Tests"] where repository.has(path) { throw .exists(path) }
  }
}
