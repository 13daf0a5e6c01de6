import QixCatalog
import QixLens
import QixShake
import Testing

/// What modules bring for looking at files, and what types of shake ask of it.
@Suite struct LensCatalogTests {
  private static let operations = LensOperations.all(of: Catalog.modules)

  @Test func eachOperationHasANameOfItsOwn() {
    let names = Self.operations.map { $0.name }
    #expect(names.contains("video"))
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(!name.isEmpty && name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(name)")
    }
  }

  /// Nothing that a broken worker might say passes for an answer.
  @Test func noOperationAcceptsNothing() {
    let credulous = Self.operations.filter { $0.accepts([:]) }.map { $0.name }
    #expect(credulous == [])
  }

  @Test func everyFileOfATypeHasWhatLooksAtIt() {
    let types = Catalog.modules.flatMap { ($0 as? any ShakeProviding.Type)?.shakeTypes ?? [] }
    #expect(!types.isEmpty)
    for type in types {
      for field in type.sights {
        #expect(Self.operations.contains { $0.name == field.operation }, "\(type.name): \(field.name)")
      }
    }
  }
}
