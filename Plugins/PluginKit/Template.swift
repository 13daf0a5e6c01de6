internal import QixModule

/// A file of a new module, with names to be filled in: a real one in Templates/, so that it can be read as what it is.
struct Template {
  /// The file's path, from the root of the sources.
  let path: String
  private let bytes: [UInt8]

  private init(_ path: String, _ bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }

  static func all(of kind: PluginKind) -> [Template] {
    switch kind {
    case .shake:
      [
        Template("Plugins/__NAME__/__NAME__Module.swift", PackageResources.shake_module_swift_txt),
        Template("Plugins/__NAME__/Shake/__NAME__.swift", PackageResources.shake_type_swift_txt),
        Template("Plugins/__NAME__/Shake/PackCode.swift", PackageResources.shake_code_swift_txt),
        Template("Plugins/__NAME__/Shake/CodeStore.swift", PackageResources.shake_store_swift_txt),
        Template("Plugins/__NAME__/Commands/ImportCodes.swift", PackageResources.shake_import_swift_txt),
        Template("Plugins/__NAME__/Commands/ListCodes.swift", PackageResources.shake_list_swift_txt),
        Template("Plugins/__NAME__/Commands/SendCode.swift", PackageResources.shake_send_swift_txt),
        Template("Plugins/__NAME__/Migrations/v1_create___ID__.sql", PackageResources.shake_migration_sql_txt),
        Template("Plugins/__NAME__/Messages/it.json", PackageResources.shake_messages_it_json_txt),
        Template("Plugins/__NAME__/Messages/es.json", PackageResources.shake_messages_es_json_txt),
        Template("Plugins/__NAME__/Messages/ca.json", PackageResources.shake_messages_ca_json_txt),
        Template("Plugins/__NAME__/Messages/ro.json", PackageResources.shake_messages_ro_json_txt),
        Template("Plugins/__NAME__/README.md", PackageResources.shake_readme_md_txt),
        Template("Tests/__NAME__Tests/__NAME__Tests.swift", PackageResources.shake_tests_swift_txt),
        Template("Tests/__NAME__Tests/ConformanceTests.swift", PackageResources.shake_conformance_swift_txt),
      ]
    case .feature:
      [
        Template("Plugins/__NAME__/__NAME__Module.swift", PackageResources.feature_module_swift_txt),
        Template("Plugins/__NAME__/Entry.swift", PackageResources.feature_entry_swift_txt),
        Template("Plugins/__NAME__/Commands/AddEntry.swift", PackageResources.feature_add_swift_txt),
        Template("Plugins/__NAME__/Commands/ListEntries.swift", PackageResources.feature_list_swift_txt),
        Template("Plugins/__NAME__/Migrations/v1_create___ID__.sql", PackageResources.feature_migration_sql_txt),
        Template("Plugins/__NAME__/README.md", PackageResources.feature_readme_md_txt),
        Template("Tests/__NAME__Tests/__NAME__Tests.swift", PackageResources.feature_tests_swift_txt),
      ]
    }
  }

  /// Its row in the table of features until its author writes a better one.
  static func purpose(of kind: PluginKind, _ name: PluginName) -> String {
    switch kind {
    case .shake: "the \(name.phrase) shake: a code that is printed on a pack, and counts once"
    case .feature: "keeps \(name.phrase) entries"
    }
  }

  /// - Parameter why: what is said in the README of why there is such a module.
  func file(for name: PluginName, why: String?) -> RepositoryChange.File {
    RepositoryChange.File(
      path: Self.filled(path, name, why: nil), text: Self.filled(String(decoding: bytes, as: UTF8.self), name, why: why)
    )
  }

  private static func filled(_ text: String, _ name: PluginName, why: String?) -> String {
    var result = text
    for (placeholder, value) in [
      ("__NAME__", name.text), ("__ID__", name.id), ("__COMMAND__", name.command), ("__TITLE__", name.title),
      ("__PHRASE__", name.phrase), ("__WHY__", why.map { "\n\($0)\n" } ?? ""),
    ] {
      result = result.replacing(placeholder, with: value)
    }
    return result
  }
}
