internal import CoinsContract
internal import PicturesContract
internal import QixDefinitions
internal import QixModule

/// Brings lines of a catalogue into the database, inside a write transaction of the caller's.
struct CatalogueImport {
  let service: RewardService
  /// Whether rewards that are there are changed.
  let updates: Bool
  let now: Timestamp
  let reason: String?

  struct Counts: Sendable, Equatable {
    var added: Int64 = 0
    var same: Int64 = 0
    var changes = CatalogueChanges()

    static func += (left: inout Counts, right: Counts) {
      left.added += right.added
      left.same += right.same
      left.changes.add(right.changes)
    }
  }

  private var store: RewardStore { RewardStore(service.connection) }

  init(_ service: RewardService, updates: Bool, now: Timestamp, reason: String?) {
    self.service = service
    self.updates = updates
    self.now = now
    self.reason = reason
  }

  /// The fault of a line in the catalogue as it is; nil where there is none.
  func fault(of line: CatalogueLines.Line) throws -> LineFault? {
    let found = try line.draft.name.flatMap { try store.find($0) }
    if line.draft.picture != found?.picture,
      let problem = try service.pictures.problem(with: line.draft.picture, in: service.connection)
    {
      return line.fault(RewardKeys.picture, problem.clause, problem.remedy)
    }
    return try found.flatMap { try fault(of: line, against: $0) }
  }

  private func fault(of line: CatalogueLines.Line, against found: Reward) throws -> LineFault? {
    let show = "`qix reward show \(found.name)` shows the existing one"
    guard updates else {
      return line.fault(
        RewardKeys.name, "reward '\(found.name)' already exists",
        "choose another name, or give --update; `qix reward show NAME` shows the existing one", .duplicate)
    }
    if case .counted(_?) = line.draft.stock {
      return line.fault(
        RewardKeys.stock, "an import does not change the stock of an existing reward",
        "write counted, then book your count with `qix reward stock \(found.name) --count N`")
    }
    guard let changed = line.draft.reward(found.id, found.state, stock: found.stock) else { return nil }
    if found.state == .draft {
      guard line.draft.plan == .unlimited,
        let standing = try RewardStock(service.ledger, service.connection).standing(of: found),
        standing.posted > 0
      else { return nil }
      return line.fault(
        RewardKeys.stock, "\(standing.posted.counted("item is", "items are")) on its shelf already",
        "write counted, or remove them first with `qix reward stock \(found.name) --remove \(standing.posted)`")
    }
    if found.state == .retired {
      // A repeated line is no change.
      return changed == found
        ? nil : line.fault(RewardKeys.name, "the reward was retired", "remove the line, or choose another name")
    }
    if changed.delivery.kind != found.delivery.kind {
      return line.fault(
        RewardKeys.delivery, "the delivery of a published reward can't change",
        "create a new reward, and retire this one; \(show)")
    }
    if changed.copayment != found.copayment, try store.isRedeemed(found.id) {
      let money = found.copayment.map { "\($0)" } ?? "nothing"
      return line.fault(
        RewardKeys.copayment, "users have redeemed it with a cash part of \(money)",
        "keep it, or create a new reward and retire this one; \(show)")
    }
    if let plan = line.draft.stock, (plan == .unlimited) != (found.stock == nil) {
      return line.fault(
        RewardKeys.stock, "an import can't change whether a published reward's items are counted",
        "use `qix reward stock \(found.name) --counted`, or --unlimited")
    }
    return nil
  }

  /// Adds or changes what the lines say.
  /// - Parameter isStopping: asked now and then; true ends it.
  /// - Returns: also what stood against lines, which were passed over.
  func apply(
    _ lines: some Collection<CatalogueLines.Line>, ids: inout IdentifierGenerator, isStopping: () -> Bool
  ) throws -> (counts: Counts, faults: [LineFault], isStopped: Bool) {
    var (counts, faults, fundings) = (Counts(), [LineFault](), [(reward: Reward, pieces: Int64)]())
    for (index, line) in lines.enumerated() {
      if index % 1_000 == 999, isStopping() { return (counts, faults, true) }
      if let name = line.draft.name, let found = try store.find(name) {
        if let fault = try fault(of: line, against: found) {
          faults.append(fault)
        } else if let change = try update(found, to: line.draft) {
          counts.changes.add(change)
        } else {
          counts.same += 1
        }
        continue
      }
      let made = try service.make(line.draft, ids.next(at: now), at: now)
      if let pieces = made.pieces { fundings.append((made.reward, pieces)) }
      counts.added += 1
    }
    try fill(fundings)
    return (counts, faults, false)
  }

  /// Puts the first pieces of all new rewards on their shelves, as one block of the ledger.
  ///
  /// One by one, and not linked: the transaction is all or nothing anyway, and a group would have to remember every page
  /// that it touches, so that it could take back what is never taken back.
  func fill(_ fundings: [(reward: Reward, pieces: Int64)]) throws {
    guard !fundings.isEmpty else { return }
    let session = try service.ledger.session(in: service.connection)
    try session.begin(at: now)
    for (reward, pieces) in fundings {
      guard let asset = reward.stock else { continue }
      var operation = Operation.fund(pieces, to: .budget(reward.shelf), asset: asset)
      operation.reason = reason
      _ = try session.apply(operation)
    }
    try session.seal()
    for (reward, pieces) in fundings {
      _ = try store.record(
        .added, pieces, difference: pieces, shelf: pieces, of: reward.id, key: nil, reason: reason, at: now)
    }
  }

  /// - Returns: what is another than before; nil where nothing is.
  private func update(_ found: Reward, to draft: RewardDraft) throws -> CatalogueChanges.Change? {
    var stock = found.stock
    if found.state == .draft, draft.plan == .unlimited { stock = nil }
    if found.state == .draft, draft.plan != .unlimited, stock == nil {
      stock = try RewardStock(service.ledger, service.connection).open(for: found)
    }
    guard let changed = draft.reward(found.id, found.state, stock: stock) else {
      preconditionFailure("a description without faults lacks something")
    }
    let before = try store.prices(of: found.id).regular(at: now)
    var price = before
    if changed != found { try store.update(changed, at: now) }
    if let wanted = draft.price, found.state != .retired, wanted != before {
      try store.add(.coins(wanted), to: found.id, from: now, at: now)
      price = wanted
    }
    return CatalogueChanges.Change(from: found, before, to: changed, price)
  }
}
