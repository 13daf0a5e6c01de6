import QixCatalog
import QixKernel
import Testing

@testable import Shakes

@Suite struct ShakesModuleTests {
  @Test func itIsInTheCatalogue() {
    #expect(Catalog.modules.contains { $0 == ShakesModule.self })
  }
}
