/// The modules that are in force: checked once, ordered so that each comes after those it requires, then immutable.
package struct Registry: Sendable {
  /// The enabled modules, requirements first.
  package let modules: [any Module.Type]
  /// All modules, the disabled ones too.
  package let catalogue: [any Module.Type]
  /// The ids of the modules of the catalogue that were switched off.
  package let disabled: Set<String>

  /// Checks the catalogue and orders it.
  /// - Parameter disabled: ids of modules to leave out: their commands are absent, their rows stay as they are.
  /// - Throws: `registry.invalid` when two modules share an id, one is malformed, a requirement is missing or a cycle
  ///   is found, or when `disabled` names a module that does not exist.
  package init(_ catalogue: [any Module.Type], disabled: Set<String> = []) throws(Failure) {
    // Each id is looked up among all: a few dozen short words, sooner compared than hashed.
    for (index, module) in catalogue.enumerated() {
      guard Self.isValid(id: module.id) else {
        throw Failure(
          "registry.invalid", .usage, "module id '\(module.id)' is not made of lower-case letters and digits")
      }
      guard !catalogue[..<index].contains(where: { $0.id == module.id }) else {
        throw Failure("registry.invalid", .usage, "two modules are called '\(module.id)'")
      }
    }
    if !disabled.isEmpty, let unknown = disabled.sorted().first(where: { id in !catalogue.contains { $0.id == id } }) {
      throw Failure(
        "registry.invalid", .usage, "there is no module '\(unknown)' to disable",
        hint: "Modules: \(catalogue.map { $0.id }.sorted().joined(separator: ", ")).")
    }
    let disabled = Self.withParts(disabled, of: catalogue)
    self.disabled = disabled
    self.catalogue = catalogue

    enum Mark { case entered, done }
    var marks = [Mark?](repeating: nil, count: catalogue.count)
    var ordered: [any Module.Type] = []
    func visit(_ index: Int) throws(Failure) {
      let module = catalogue[index]
      switch marks[index] {
      case .done: return
      case .entered:
        throw Failure("registry.invalid", .usage, "module '\(module.id)' requires itself indirectly")
      case nil: marks[index] = .entered
      }
      for requirement in module.requires {
        guard let required = catalogue.firstIndex(where: { $0.id == requirement }) else {
          throw Failure(
            "registry.invalid", .usage,
            "module '\(module.id)' requires '\(requirement)', which is not in the catalogue")
        }
        guard !disabled.contains(requirement) else {
          // All that would have to be disabled with it.
          let others = Self.needing(requirement, in: catalogue).filter { !disabled.contains($0) }
          throw Failure(
            "registry.invalid", .usage, "module '\(module.id)' requires '\(requirement)', which is disabled",
            hint: "Enable '\(requirement)', or also disable what needs it: \(others.joined(separator: ", ")).")
        }
        try visit(required)
      }
      marks[index] = .done
      ordered.append(module)
    }
    for (index, module) in catalogue.enumerated() where !disabled.contains(module.id) {
      try visit(index)
    }
    modules = ordered
  }

  /// The ids with those of the modules that were once parts of theirs: who wrote down what is switched off may have done so
  /// before the cut.
  private static func withParts(_ ids: Set<String>, of catalogue: [any Module.Type]) -> Set<String> {
    if ids.isEmpty { return ids }
    return ids.union(catalogue.filter { $0.cutFrom.map(ids.contains) ?? false }.map { $0.id })
  }

  /// The modules that can't do without one, directly or through others, in the order of the catalogue.
  private static func needing(_ id: String, in catalogue: [any Module.Type]) -> [String] {
    var needing: Set<String> = [id]
    var count = 0
    while count < needing.count {
      count = needing.count
      for module in catalogue where !needing.isDisjoint(with: module.requires) { needing.insert(module.id) }
    }
    return catalogue.map { $0.id }.filter { $0 != id && needing.contains($0) }
  }

  private static func isValid(id: String) -> Bool {
    (id.utf8.first.map(PlainText.isSmall) ?? false) && id.utf8.allSatisfy(PlainText.isWord)
  }
}
