internal import QixKernel

/// The types of shake that the modules of a program bring.
package enum ShakeTypes {
  /// By name.
  /// - Throws: `shakes.type-twice`: two of them have the same one, so that a campaign's type would be ambiguous.
  package static func all(of registry: Registry) throws(Failure) -> [String: any ShakeType.Type] {
    var types: [String: any ShakeType.Type] = [:]
    for module in registry.modules {
      for type in (module as? any ShakeProviding.Type)?.shakeTypes ?? [] {
        if types.updateValue(type, forKey: type.name) != nil {
          throw Failure(
            "shakes.type-twice", .failed, "two modules of this program provide the shake '\(type.name)'",
            hint: "Give one of them another name in its sources, or disable its module (QIX_DISABLE).")
        }
      }
    }
    return types
  }

  /// The faults in a type's declarations, in sentences; none when all is well. For tests: it is the same
  /// at every run.
  package static func faults(of type: any ShakeType.Type) -> [String] {
    var faults: [String] = []
    if !isName(type.name) { faults.append("its name '\(type.name)' is not made of small letters, digits and hyphens") }
    if type.summary.isEmpty || type.summary.hasSuffix(".") {
      faults.append("its summary must be one sentence without a full stop")
    }
    let lists = [
      ("setting", type.settings.map { ($0.name, $0.kind, $0.help) }),
      ("evidence", type.evidence.map { ($0.name, $0.kind, $0.help) }),
      // A file is neither: it stands here for its name and its help.
      ("file", type.sights.map { ($0.name, .object, $0.help) }),
    ]
    for (what, fields) in lists {
      for (index, (name, kind, help)) in fields.enumerated() {
        if !isName(name) {
          faults.append("the name of its \(what) '\(name)' is not made of small letters, digits and hyphens")
        }
        if fields[..<index].contains(where: { $0.0 == name }) { faults.append("it has the \(what) '\(name)' twice") }
        if help.isEmpty { faults.append("its \(what) '\(name)' has no help") }
        if !kind.takesAnything { faults.append("there is no value that its \(what) '\(name)' takes") }
      }
    }
    for setting in type.settings where !setting.standard.isNull {
      if setting.isRequired { faults.append("its setting '\(setting.name)' is required, so it needs no default") }
      if let problem = setting.kind.problem(with: setting.standard) {
        faults.append("the default of its setting '\(setting.name)' doesn't fit: \(problem)")
      }
    }
    return faults
  }

  private static func isName(_ text: String) -> Bool {
    PlainText.isName(text, 1...40, signs: "-") && (text.utf8.first.map(PlainText.isSmall) ?? false)
  }
}

extension ValueKind {
  /// Whether any value fits at all.
  fileprivate var takesAnything: Bool {
    switch self {
    case .text(let most): most > 0
    case .choice(let names): !names.isEmpty
    case .list(let kind, let most): most > 0 && kind.takesAnything
    case .integer, .number, .boolean, .period, .object: true
    }
  }
}
