package import QixKernel

/// All the commands of a program under its name.
package struct CommandTree: Sendable {
  package let version: String
  package let root: CommandGroup

  package var program: String { root.name }

  /// Without the checks, which evaluate every declaration: a start pays only for the command it runs, and a test
  /// checks the whole tree.
  package init(unchecked root: CommandGroup, version: String) {
    self.root = root
    self.version = version
  }

  /// A group or command and the words that lead to it, the program's name first.
  package struct Place: Sendable {
    package let path: [String]
    package let node: CommandNode
    /// Why HTTP has nothing of it, where a group around it says so.
    var local: String?

    package init(path: [String], node: CommandNode, local: String? = nil) {
      (self.path, self.node, self.local) = (path, node, local)
    }

    package var text: String { path.joined(separator: " ") }
  }

  package var top: Place { Place(path: [root.name], node: .group(root)) }

  /// Every place of the tree, each before those beneath it.
  package var places: [Place] {
    func below(_ place: Place) -> [Place] {
      [place] + place.children.flatMap(below)
    }
    return below(top)
  }

  /// Follows words down from the program's name.
  /// - Throws: `UsageError` with a suggestion when there is no such command.
  package func place(at words: [String]) throws(UsageError) -> Place {
    var place = top
    for word in words {
      guard let child = place.children.first(where: { $0.node.name == word }) else {
        throw .unknownCommand(word, in: place.text, known: place.node.children.map(\.name))
      }
      place = child
    }
    return place
  }
}

extension CommandTree.Place {
  package var children: [CommandTree.Place] {
    let local = if case .group(let group) = node { local ?? group.local } else { local }
    return node.children.map { CommandTree.Place(path: path + [$0.name], node: $0, local: local) }
  }

  /// Nil for a group.
  package var declaration: Declaration? {
    if case .command(let type) = node { type.declaration } else { nil }
  }

  /// The roles that may run it; none for a group, and all for a command that needs no home folder.
  package var roles: [Role] { declaration.map { Role.allCases.filter($0.isOpen) } ?? [] }

  /// Whether a token with a role gets anything from it.
  package func isOpen(to role: Role) -> Bool { roles.contains(role) && declaration?.isForOwner != true }

  package var rolesText: String {
    if case .command(let type) = node, type.isStandalone { return "anybody" }
    if declaration?.isForOwner == true { return "the owner of the data folder, without a token" }
    let asking = declaration?.requests ?? []
    return roles.map { asking.contains($0) ? "\($0.rawValue) (asks)" : $0.rawValue }.joined(separator: ", ")
  }

  /// The command's parameters, without the global options.
  package var forms: [ParameterForm] {
    if case .command(let type) = node { type.forms } else { [] }
  }
}
