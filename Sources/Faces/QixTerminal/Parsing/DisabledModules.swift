package import QixCommands

/// The modules that are switched off, and where that is written.
package struct DisabledModules: Sendable, Equatable {
  package let ids: Set<String>
  /// The place in messages: `QIX_DISABLE`, or a config file and its line; nil where nothing is said.
  package let place: String?

  /// The environment over the config file: a variable that is there but empty switches every module on.
  package init(_ environment: Environment, _ config: ConfigFile) {
    if let list = environment["QIX_DISABLE"] {
      (ids, place) = (Self.ids(list), "QIX_DISABLE")
    } else if config.isEmpty {
      // Nearly always; what follows would be the dearest part of finding out the version.
      (ids, place) = ([], nil)
    } else {
      ids = config.values.first(ConfigFile.disable) ?? []
      place = config.place(of: ConfigFile.disable)
    }
  }

  /// Ids with commas or blanks between.
  fileprivate static func ids(_ list: String) -> Set<String> {
    Set(list.split { $0 == "," || $0.isWhitespace }.map(String.init))
  }
}

extension ValueType where Value == Set<String> {
  /// `coins,identity`
  static var moduleIDs: ValueType {
    ValueType(placeholder: "MODULES") { text throws(ValueError) in DisabledModules.ids(text) }
  }
}
