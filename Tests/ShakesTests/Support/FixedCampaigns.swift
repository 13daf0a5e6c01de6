import CampaignsContract
import QixKernel
import QixShake
import QixStorage
import Synchronization

/// Campaigns that a test makes and changes, in memory.
final class FixedCampaigns: CampaignDirectory {
  private struct State {
    var campaigns: [Campaign] = []
    var members: [String: Set<UserID>] = [:]
    var version: Int64 = 1
  }

  private let state = Mutex(State())

  func find(_ reference: String, in connection: Connection) -> Campaign? {
    state.withLock { $0.campaigns.first { $0.name == reference || "\($0.id)" == reference } }
  }

  func running(in connection: Connection) -> [Campaign] {
    state.withLock { state in
      state.campaigns.filter { $0.state == .running }.sorted { ($1.priority, $0.end) < ($0.priority, $1.end) }
    }
  }

  func version(in connection: Connection) -> Int64 { state.withLock { $0.version } }

  func isMember(_ user: UserID, of segment: String, in connection: Connection) -> Bool {
    state.withLock { $0.members[segment]?.contains(user) ?? false }
  }

  func save(_ campaign: Campaign) {
    state.withLock { state in
      state.campaigns.removeAll { $0.id == campaign.id }
      state.campaigns.append(campaign)
      state.version += 1
    }
  }

  func change(_ name: String, _ body: (inout Campaign) -> Void) {
    state.withLock { state in
      for index in state.campaigns.indices where state.campaigns[index].name == name {
        body(&state.campaigns[index])
      }
      state.version += 1
    }
  }

  func invite(_ user: UserID, to segment: String) {
    state.withLock { state in
      state.members[segment, default: []].insert(user)
      state.version += 1
    }
  }
}
