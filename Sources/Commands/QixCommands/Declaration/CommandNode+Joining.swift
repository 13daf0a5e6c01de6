internal import QixKernel

extension [CommandNode] {
  /// The nodes with groups of the same name as one, so that a module may add a command to another module's group.
  ///
  /// The first group's summary stays, and its commands come first.
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
