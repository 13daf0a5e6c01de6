import QixCatalog
import QixKernel
import Testing

@testable import TVShake

@Suite struct TVShakeModuleTests {
  @Test func itIsInTheCatalogue() {
    #expect(Catalog.modules.contains { $0 == TVShakeModule.self })
  }
}
