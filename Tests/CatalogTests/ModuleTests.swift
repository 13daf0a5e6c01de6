import Foundation
import IdentityContract
import QixCatalog
import QixCommands
import QixKernel
import QixLibraries
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// What every feature owes the house: found by going through the catalogue, so that a new one can't be forgotten.
@Suite struct ModuleTests {
  @Test func theRegistryTakesTheCatalogue() throws {
    _ = try Registry(Catalog.modules)
  }

  /// Each module that nothing else requires can be switched off alone.
  @Test(arguments: House.modules)
  func itCanBeSwitchedOff(_ entry: House.Entry) throws {
    let dependants = Catalog.modules.filter { $0.requires.contains(entry.module.id) }.map { $0.id }
    let registry = try Registry(Catalog.modules, disabled: Set([entry.module.id] + transitive(dependants)))
    #expect(!registry.modules.contains { $0.id == entry.module.id })
  }

  private func transitive(_ ids: [String]) -> [String] {
    ids + ids.flatMap { id in transitive(Catalog.modules.filter { $0.requires.contains(id) }.map { $0.id }) }
  }

  /// What the parts that every start asks for say of a module is what asking its type would tell.
  @Test(arguments: House.modules)
  func itsPartsAreThoseOfItsProtocols(_ entry: House.Entry) {
    #expect((entry.module.commandPart != nil) == (entry.module is any CommandProviding.Type))
    #expect((entry.module.migratingPart != nil) == (entry.module is any Migrating.Type))
    #expect((entry.module.servicePart != nil) == (entry.module is any ServiceProviding.Type))
  }

  /// `qix doctor` asks the modules whether a library is needed: each of them is some module's.
  @Test func everyLibraryIsOfAModule() {
    let used = Catalog.modules.compactMap { $0 as? any LibraryUsing.Type }.flatMap { $0.libraries }
    #expect(Set(used) == Set(LateLibrary.all.map(\.name)))
  }

  @Test(arguments: House.modules)
  func itsFolderIsNamedLikeIt(_ entry: House.Entry) {
    #expect(String(describing: entry.module).hasSuffix("Module"))
    #expect(entry.folder.lowercased() == entry.module.id)
    #expect(FileManager.default.fileExists(atPath: House.path("Plugins/\(entry.folder)/\(entry.folder)Module.swift")))
  }

  @Test func everyFolderOfPluginsIsInTheCatalogue() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: House.path("Plugins")).filter {
      !$0.contains(".")
    }
    #expect(folders.sorted() == House.modules.map(\.folder).sorted())
  }

  @Test(arguments: House.modules)
  func itHasAReadme(_ entry: House.Entry) throws {
    let text = try House.text("Plugins/\(entry.folder)/README.md")
    #expect(text.hasPrefix("# "), "begin Plugins/\(entry.folder)/README.md with its name")
    #expect(text.count > 200, "Plugins/\(entry.folder)/README.md says too little to help anybody")
  }

  @Test(arguments: House.modules)
  func itIsInTheTableOfFeatures(_ entry: House.Entry) throws {
    let line = "| [\(entry.folder)](\(entry.folder)/README.md) | "
    #expect(try House.text("Plugins/README.md").contains(line), "Plugins/README.md has no line '\(line)…'")
  }

  /// A user who is merged, erased or asks for their data is one in every table.
  @Test func whoeverKeepsUsersTakesPartInMergingAndErasingThem() throws {
    try TestHome.initialised { home in
      let columns = try home.unchecked.read { connection in
        try connection.rows(
          """
          SELECT t.name, c.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
          WHERE t.type = 'table' AND c.type = 'BLOB' AND (c.name IN ('user', 'owner') OR c.name LIKE '%user_id'
            OR c.name LIKE '%_user') ORDER BY 1, 2
          """
        ) { (table: $0.text(0), name: $0.text(1)) }
      }
      #expect(columns.contains { $0.table == "shakes_pending" && $0.name == "user_id" })
      for column in columns {
        let owner = Catalog.modules.first { column.table.hasPrefix("\($0.id)_") }
        // Identity leads the whole of it.
        guard let owner, owner.id != "identity" else { continue }
        #expect(
          owner is any UserDataHolding.Type,
          "\(column.table).\(column.name) seems to hold users, so \(owner) has to adopt UserDataHolding")
      }
    }
  }

  /// What types of shake say of themselves can be used, and no two have one name.
  @Test func typesOfShakesAreSound() throws {
    let types = try ShakeTypes.all(of: Registry(Catalog.modules))
    for type in types.values { #expect(ShakeTypes.faults(of: type) == [], "the shake '\(type.name)'") }
  }

  @Test(arguments: House.modules)
  func itHasTests(_ entry: House.Entry) throws {
    let folder = House.path("Tests/\(entry.folder)Tests")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
    let tests = try files.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
      .filter { $0.contains("@Test") }
    #expect(!tests.isEmpty, "there is no test in Tests/\(entry.folder)Tests")
  }

  @Test(arguments: House.modules)
  func itsSummaryIsASentence(_ entry: House.Entry) {
    #expect(entry.module.summary.hasSuffix("."))
    #expect(!entry.module.summary.hasSuffix(".."))
  }
}
