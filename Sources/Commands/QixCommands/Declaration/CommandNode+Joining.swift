extension [CommandNode] {
  /// Groups of the same name become one, so that a module may put a command beside those of another: the first says
  /// what the group is about, the others' commands follow its own.
  package var joined: [CommandNode] {
    var nodes: [CommandNode] = []
    for node in self {
      guard case .group(let later) = node,
        let place = nodes.firstIndex(where: {
          if case .group(let group) = $0 { group.name == later.name } else { false }
        }),
        case .group(let first) = nodes[place]
      else {
        nodes.append(node)
        continue
      }
      nodes[place] = .group(
        CommandGroup(
          first.name, first.summary, discussion: first.discussion, local: first.local,
          (first.children + later.children).joined))
    }
    return nodes
  }
}
