internal import QixModule

/// Changes that an import has made to rewards that were there: a file may lack a column that had values, and values it
/// doesn't have are removed.
struct CatalogueChanges: Sendable, Equatable {
  struct Change: Sendable, Equatable {
    let reward: String
    /// Keys of the description that say something else now, or something at all.
    let changed: [String]
    /// Keys that no longer have a value.
    let taken: [String]

    /// Nil where both say the same.
    /// - Parameter price: the one in force without offers, before and after.
    init?(from old: Reward, _ oldPrice: Int64?, to new: Reward, _ price: Int64?) {
      let writer = RewardWriter(zone: nil)
      let (before, after) = (writer.object(old, price: oldPrice), writer.object(new, price: price))
      let different = RewardKeys.all.filter { before[$0] != after[$0] }
      guard !different.isEmpty else { return nil }
      reward = new.name
      changed = different.filter { after[$0] != nil }
      taken = different.filter { after[$0] == nil }
    }

    /// `mug: title, price, without limit-per-user`
    var words: String {
      let parts = changed + (taken.isEmpty ? [] : ["without " + taken.joined(separator: " and ")])
      return "\(reward): \(parts.joined(separator: ", "))"
    }
  }

  /// The first ones.
  private(set) var first: [Change] = []
  private(set) var count: Int64 = 0

  /// Longer lists help no reader.
  static let most = 1_000
  /// The most that the audit log tells of one commit.
  private static let mostInWords = 20

  mutating func add(_ change: Change) {
    count += 1
    if first.count < Self.most { first.append(change) }
  }

  mutating func add(_ more: CatalogueChanges) {
    count += more.count
    first += more.first.prefix(Self.most - first.count)
  }

  /// The changes in a line of text.
  var words: String {
    let shown = first.prefix(Self.mostInWords)
    let rest = count - Int64(shown.count)
    return shown.map(\.words).joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }
}
