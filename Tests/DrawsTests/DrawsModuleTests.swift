import QixCatalog
import QixKernel
import Testing

@testable import Draws

@Suite struct DrawsModuleTests {
  @Test func itIsInTheCatalogue() {
    #expect(Catalog.modules.contains { $0 == DrawsModule.self })
  }
}
