import QixCatalog
import QixKernel
import Testing

@testable import ReadShake

@Suite struct ReadShakeModuleTests {
  @Test func itIsInTheCatalogue() {
    #expect(Catalog.modules.contains { $0 == ReadShakeModule.self })
  }
}
