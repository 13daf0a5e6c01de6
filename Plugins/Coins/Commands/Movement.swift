internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// What every command that moves coins once has in common: the key, the moment, the reason, and how it answers.
struct Movement {
  @Option(
    "at", .moment,
    "When it happened (default: now). Debits and old dates: operators only, with --reason"
  )
  private var at: Timestamp?
  @Option(
    "idempotency-key", .key, "Do it once: the same key again gives the first result")
  private var key: String?

  var slots: [ParameterSlot] { [$key, $at] }

  /// Posts one operation and says what it did.
  /// - Parameters:
  ///   - operation: is made inside the transaction, where accounts can be looked up.
  ///   - asked: what is asked for, in words, where the caller may only ask.
  /// - Returns: what it did, or the request for a second person's approval, with the error that it is needed.
  func post(
    _ action: String, in context: Context,
    asking asked: (Connection) throws -> (words: String, user: UserID?, coins: Int64?) = { _ in ("do this", nil, nil) },
    _ operation: (AccountNames, Connection) throws -> Operation
  ) throws -> Document {
    let names = AccountNames(directory: try context.service(Users.presented))
    let (ledger, owned) = (try context.service(Coins.ledger), OwnedTransfers(context))
    let now = context.clock.now()
    let reason = context.invocation.reason
    let asker = Ledger.asker(in: context)
    func wanted(_ connection: Connection) throws -> Operation {
      var operation = try operation(names, connection)
      (operation.key, operation.at, operation.reason, operation.asker) = (key, at, reason, asker)
      return operation
    }
    let (admitted, moved, draws, twin) = try context.change(
      "coins.\(action)", isDone: { $0.admitted.isReplay },
      asking: { connection in
        let (words, user, coins) = try asked(connection)
        var scratch = ByteBuffer()
        let wanted = NewCoins(try wanted(connection), reason: nil, scratch: &scratch)
        return AskedChange(words, of: user, detail: wanted.fingerprint, coins: coins.map(AskedChange.Coins.amount))
      }
    ) { connection, change -> (admitted: Admitted<Outcome>, moved: Record?, draws: [Trace.Draw], twin: Twin?) in
      let operation = try wanted(connection)
      try Ledger.checkMoment(
        of: operation, by: context.principal, reason: context.invocation.neededReason, at: now, in: connection)
      try Ledger.checkReceiver(of: operation, by: context.principal, in: connection)
      if context.principal.role == .integrator {
        var grants = TokenGrants(context.principal)
        try grants?.checkReversal(operation, at: now, in: connection)
      }
      try Ledger.checkIsGood(operation, at: now, in: connection)
      try owned.check(operation, in: connection)
      let admitted = try ledger.post(operation, isDryRun: context.isDryRun, in: connection)
      switch admitted {
      case .done(let outcome):
        change.subject = "\(outcome.transfer)"
        let moved = try Records.find(outcome.transfer, in: connection)
        let draws = outcome.kind == .reverse ? try Trace.find(outcome.transfer, at: now, in: connection).draws : []
        let isLookedFor = !outcome.isReplay && context.looksForTwin(key: key)
        let twin = try isLookedFor ? Records.twin(of: outcome.transfer, at: now, in: connection) : nil
        return (admitted, moved, draws, twin)
      case .waits(let request):
        change.requests(request)
        return (admitted, nil, [], nil)
      }
    }
    switch admitted {
    case .done(let outcome):
      var document = Done(outcome: outcome, moved: moved, draws: draws, isDryRun: context.isDryRun).document()
      if let at, moved?.kind.isGrant ?? false, !outcome.isReplay, let month = try PastMonths(context).past(at) {
        document.warn("It is dated in \(month), so reports on that month change.")
      }
      document.warn(of: twin, undo: Self.undo(outcome), in: context)
      return document
    case .waits(let request): return request.document(at: now)
    }
  }

  private static func undo(_ outcome: Outcome) -> Sentence? {
    switch outcome.kind {
    case .reverse: nil
    case .hold: "give this back: `qix coins void \(outcome.transfer)`"
    default: "take this back: `qix coins reverse \(outcome.transfer) --reason TEXT`"
    }
  }
}

extension Movement {
  /// What it did.
  struct Done {
    let outcome: Outcome
    let moved: Record?
    /// Where the coins of a reversal came from, and went to.
    var draws: [Trace.Draw] = []
    let isDryRun: Bool
    /// How much goodwill is left for support today.
    var left: Goodwill.Left?

    static let fields: [Field<Done>] = own + Goodwill.Left.fields.of { $0.left }

    private static let own: [Field<Done>] = [
      // A dry run's id names nothing, so a script must not get hold of it.
      Field(optional: "transfer", .id) { $0.id },
      Field("kind", .text) { $0.outcome.kind.name },
      Field("amount", .coins) { $0.outcome.amount },
      Field(optional: "from", .cell(.text)) { $0.moved?.from.cell },
      Field(optional: "to", .cell(.text)) { $0.moved?.to.cell },
      Field(optional: "expires", .cell(.time).orNull) { $0.moved.map { Cell.timestamp($0.expires) } }
        .labelled { $0.moved?.kind.expiryLabel ?? "" },
      Field(optional: "reverses", .id) { $0.reversed },
      Field(optional: "took_from", .list(of: .id), "took coins of") { done in
        done.grants.isEmpty ? nil : .list(done.grants.map { .identifier($0.id) }, separator: " ")
      },
      Field("replayed", .boolean) { $0.outcome.isReplay },
    ]

    private var id: TransferID? { isDryRun && !outcome.isReplay ? nil : outcome.transfer }
    private var reversed: TransferID? { outcome.kind == .reverse ? moved?.related : nil }

    /// The grants whose coins a reversal took: others where its own are spent.
    private var grants: [(id: TransferID, coins: Int64)] {
      var grants: [(id: TransferID, coins: Int64)] = []
      for draw in draws where reversed != nil && draw.amount > 0 {
        if let known = grants.firstIndex(where: { $0.id == draw.grantedBy }) {
          grants[known].coins += draw.amount
        } else {
          grants.append((draw.grantedBy, draw.amount))
        }
      }
      return grants
    }

    func document() -> Document {
      var document = Document("coins.transfer/1", Self.fields, of: self)
      document.primary = id.map { "\($0)" }
      let others = grants.filter { $0.id != reversed }
      if let reversed, !others.isEmpty {
        let coins: Int64 = others.reduce(0) { $0 + $1.coins }
        let named = others.map { "\($0.coins) of \($0.id)" }.joined(separator: ", ")
        document.note(
          "\(coins.counted("coin")) came from other grants, since those of \(reversed) are spent: \(named).")
      }
      if outcome.isReplay {
        document.note("The key was used before: this is the first result, and nothing moved now.")
      } else if let next {
        document.next("\(next)")
      }
      return document
    }

    private var next: Sentence? {
      if outcome.kind == .hold {
        return "`qix coins capture \(outcome.transfer)` or `qix coins void \(outcome.transfer)`"
      }
      switch (moved?.from, moved?.to) {
      case (_, .wallet(let user)?), (.wallet(let user)?, _): return "`qix wallet show \(user)`"
      case (_, .budget(let name)?): return "`qix coins issue --from budget:\(name) --to USER --amount 50`"
      default: return nil
      }
    }
  }
}

extension TransferKind {
  /// What a person reads in front of a transfer's end.
  var expiryLabel: String { self == .hold ? "times out" : "expires" }
}

extension Admitted<Outcome> {
  /// Whether nothing moved, since it was done before.
  fileprivate var isReplay: Bool { if case .done(let outcome) = self { outcome.isReplay } else { false } }
}
