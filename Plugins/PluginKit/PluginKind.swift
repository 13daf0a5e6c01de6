internal import QixModule

/// The kinds of modules that `qix plugin new` can begin.
enum PluginKind: String, CaseIterable, Sendable {
  /// A type of shake, which knows the platform through `QixShake` and other modules through their Contracts.
  case shake
  /// Anything else: tables and commands.
  case feature

  /// Its line in the manifest.
  func line(_ name: PluginName) -> String {
    switch self {
    case .shake: #"  shake("\#(name.text)"),"#
    case .feature: #"  feature("\#(name.text)", migrations: true),"#
    }
  }

  /// Types of its own that a new one begins with: a module of the same name would hide one of them.
  var types: Set<String> {
    Set(
      Template.all(of: self).compactMap { template in
        guard let file = template.path.split(separator: "/").last, file.hasSuffix(".swift"), !file.contains("__") else {
          return nil
        }
        return String(file.dropLast(".swift".count))
      })
  }

  /// The file that is its author's own business.
  func heart(of name: PluginName) -> String {
    switch self {
    case .shake: "Plugins/\(name.text)/Shake/\(name.text).swift (docs/shakes.md)"
    case .feature: "Plugins/\(name.text)"
    }
  }
}
