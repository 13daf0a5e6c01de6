/// What `qix plugin new` can begin.
enum PluginKind: String, CaseIterable, Sendable {
  /// A type of shake, which knows the platform through `QixShake` and other modules through their Contracts.
  case shake
  /// Anything else: tables and commands.
  case feature

  /// Its line in the manifest.
  func line(_ name: PluginName) -> String {
    switch self {
    case .shake: #"  shake("\#(name.text)"),"#
    case .feature: #"  feature("\#(name.text)", ["QixKernel", "QixStorage", "QixTerminal"], migrations: true),"#
    }
  }

  /// The file that is its author's own business.
  func heart(of name: PluginName) -> String {
    switch self {
    case .shake: "Plugins/\(name.text)/Shake/\(name.text).swift (docs/shakes.md)"
    case .feature: "Plugins/\(name.text)"
    }
  }
}
