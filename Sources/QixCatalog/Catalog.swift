internal import Access
internal import App
internal import Badges
internal import Campaigns
internal import Cards
internal import Coins
internal import Console
internal import Directives
internal import Draws
internal import Events
internal import Identity
internal import Members
internal import Messages
internal import Notices
internal import OpenID
internal import Pictures
internal import PluginKit
package import QixKernel
internal import ReadShake
internal import ReceiptShake
internal import Referrals
internal import Reports
internal import Rewards
internal import ScanShake
internal import Server
internal import Sessions
internal import Shakes
internal import StadiumShake
internal import Staff
internal import TVShake
internal import Tiers
internal import Upkeep
internal import Vault
internal import VideoShake
internal import Vouchers
internal import Webhooks

/// The features of qix. A new one is a folder of `Plugins/` and a line here.
package enum Catalog {
  package static let modules: [any Module.Type] = [
    UpkeepModule.self,
    VaultModule.self,
    MessagesModule.self,
    IdentityModule.self,
    OpenIDModule.self,
    CoinsModule.self,
    AccessModule.self,
    SessionsModule.self,
    StaffModule.self,
    CampaignsModule.self,
    DrawsModule.self,
    ShakesModule.self,
    DirectivesModule.self,
    PicturesModule.self,
    CardsModule.self,
    EventsModule.self, WebhooksModule.self, NoticesModule.self, ServerModule.self,
    ConsoleModule.self,
    AppModule.self,
    TVShakeModule.self,
    ReadShakeModule.self,
    VideoShakeModule.self,
    ScanShakeModule.self,
    ReceiptShakeModule.self,
    StadiumShakeModule.self,
    PluginKitModule.self,
    RewardsModule.self,
    VouchersModule.self,
    MembersModule.self,
    TiersModule.self,
    ReferralsModule.self,
    BadgesModule.self,
    ReportsModule.self,
  ]
}
