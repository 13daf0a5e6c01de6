import QixCatalog
import QixKernel
import Testing

@testable import VideoShake

@Suite struct VideoShakeModuleTests {
  @Test func itIsInTheCatalogue() {
    #expect(Catalog.modules.contains { $0 == VideoShakeModule.self })
  }
}
