import QixCatalog
import QixKernel
import QixShake
import Testing

@testable import ReceiptShake

@Suite struct ReceiptShakeModuleTests {
  @Test func itIsInTheCatalogue() throws {
    #expect(Catalog.modules.contains { $0 == ReceiptShakeModule.self })
    let types = try ShakeTypes.all(of: try Registry(Catalog.modules))
    #expect(types["receipt"] == ReceiptShake.self)
  }

  @Test func whatTheTypeSaysOfItselfCanBeUsed() { #expect(ShakeTypes.faults(of: ReceiptShake.self) == []) }

  /// Refusals and signs are told apart by their words, for ever.
  @Test func everySignHasASentence() {
    #expect(Set(Sign.allCases.map(\.sentence)).count == Sign.allCases.count)
    #expect(Sign.allCases.allSatisfy { !$0.sentence.hasSuffix(".") && !$0.rawValue.contains(",") })
  }
}
