package import QixKernel

extension Registry {
  /// The settings of the modules in force, in the order of their names.
  package var settings: [any DeclaredSetting] {
    modules.compactMap { $0 as? any SettingProviding.Type }.flatMap { $0.settings }.sorted { $0.name < $1.name }
  }

  /// Mistakes in the declarations of settings, for the test that goes through the catalogue: a name that is not its
  /// module's, one that is declared twice, a default that is no value, an empty summary.
  package var settingMistakes: [String] {
    var names: Set<String> = []
    return modules.compactMap { $0 as? any SettingProviding.Type }.flatMap { module in
      module.settings.flatMap { setting -> [String] in
        var mistakes: [String] = []
        if !([module.id, module.cutFrom].compactMap { $0 }.contains { Self.isName(setting.name, of: $0) }) {
          mistakes.append("'\(setting.name)' is not '\(module.id).' and lower-case words with hyphens between them")
        }
        if !names.insert(setting.name).inserted { mistakes.append("'\(setting.name)' is declared twice") }
        do throws(SettingError) {
          try setting.check(setting.defaultText)
        } catch {
          mistakes.append("the default of '\(setting.name)' is not a valid value: \(error)")
        }
        if setting.summary.isEmpty || setting.placeholder.isEmpty {
          mistakes.append("'\(setting.name)' has no summary")
        }
        return mistakes
      }
    }
  }

  private static func isName(_ name: String, of module: String) -> Bool {
    guard name.hasPrefix("\(module)."), name.utf8.count <= 100 else { return false }
    return name.dropFirst(module.count + 1).split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty && word.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
    }
  }
}
