internal import CoinsContract
internal import PicturesContract
internal import QixDefinitions
internal import QixModule

/// Checks descriptions of rewards and brings them into the catalogue, inside a write transaction of the caller's.
struct RewardService {
  let ledger: any CoinLedger
  let pictures: PictureLinks
  let connection: Connection

  init(_ ledger: any CoinLedger, _ pictures: PictureLinks, _ connection: Connection) {
    self.ledger = ledger
    self.pictures = pictures
    self.connection = connection
  }

  /// Reads and checks a description.
  /// - Throws: every fault that it has, as one failure.
  func checked(_ value: JSONValue, from source: FaultSource) throws -> RewardDraft {
    var reader = RewardReader()
    let draft = reader.read(value)
    if let name = draft.name, try RewardStore(connection).find(name) != nil {
      reader.faults.add(
        JSONPointer([RewardKeys.name]), "a reward with that name already exists",
        "choose another; `qix reward show \(name)` shows the existing one", .duplicate)
    }
    try pictures.check(draft.picture, in: connection, &reader.faults)
    guard reader.faults.all.isEmpty else {
      let faults = source.placed(reader.faults)
      throw RewardError.faulty(
        "\(source.name) can't be used\(RewardError.reasons(faults.map(\.sentence)))",
        isTaken: faults.allSatisfy { $0.fault.kind == .duplicate },
        hint: "Nothing was changed. docs/rewards.md describes the reward file.")
    }
    return draft
  }

  /// Makes a reward with its first price, as a draft, and the shelf that its pieces lie on.
  /// - Returns: the reward, and how many pieces are to be put there.
  func make(_ draft: RewardDraft, _ id: RewardID, at time: Timestamp) throws -> (reward: Reward, pieces: Int64?) {
    guard var reward = draft.reward(id, .draft, stock: nil) else {
      preconditionFailure("a description without faults lacks something")
    }
    let store = RewardStore(connection)
    var pieces: Int64?
    if case .counted(let count) = draft.plan {
      reward.stock = try RewardStock(ledger, connection).open(for: reward)
      pieces = count
    }
    try store.insert(reward, at: time)
    if let price = draft.price { try store.add(.coins(price), to: id, from: time, at: time) }
    return (reward, pieces)
  }
}
