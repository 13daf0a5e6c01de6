import QixCatalog
import QixKernel
import Testing

@testable import Campaigns

@Suite struct CampaignsModuleTests {
  @Test func itIsInTheCatalogue() {
    #expect(Catalog.modules.contains { $0 == CampaignsModule.self })
  }
}
