internal import CampaignsContract
internal import CoinsContract
internal import IdentityContract
internal import QixCrypto
internal import QixShake
internal import ShakesContract

/// Takes shakes through the steps: resolve, admit, verify, decide, post, tell.
///
/// It lives for many transactions of one connection: in each `begin`, then any number of `run`, then `finish`, then the
/// caller commits. Campaigns, what is counted of users and campaigns, and the ledger's accounts are remembered from one
/// to the next as long as nobody else writes.
///
/// What throws before it has written anything leaves nothing behind, in memory neither. Where something was written, the
/// caller takes the transaction back and calls `forget`.
final class Pipeline {
  let connection: Connection
  var tools: PipelineTools
  let ledger: any LedgerSession
  let statements: ShakeStatements
  var cache = CampaignCache()
  var counters = Counters()
  var people: [UserID: Person] = [:]
  /// Decided ones that are not in the table yet.
  var shakes: DecidedShakes
  var digests = RequestDigest()
  var ids: IdentifierGenerator
  /// The greatest number of a shake.
  var lastNumber: Int64 = 0
  /// The observers that have anything to look at in this transaction.
  var listening: [any ShakeObserving.Type] = []
  /// Whether users have to be asked whether they may act.
  var asksForStanding = false
  /// Whether everything is taken back at the end.
  let isDryRun: Bool
  /// The key under which devices are hashed, once it was needed.
  var deviceKey = DeviceKey()
  /// The version of the data, and the entry of the audit log, behind which what is remembered is true; nil for nothing.
  private var version: (data: Int64, entry: Int64)?
  private var entry: Int64 = 0
  /// Rows changed on this connection before this transaction.
  private var changesBefore: Int64 = 0
  /// When this transaction books.
  private(set) var booked = Timestamp(microseconds: 0)
  private(set) var decided: Int64 = 0
  private(set) var coins: Int64 = 0

  struct Person {
    /// The id that this one leads to.
    let user: UserID
    let mode: Mode
  }

  init(_ connection: Connection, _ tools: PipelineTools, isDryRun: Bool = false) throws {
    self.connection = connection
    self.tools = tools
    self.isDryRun = isDryRun
    ledger = try tools.ledger.session(in: connection)
    statements = try ShakeStatements(connection)
    shakes = DecidedShakes(connection)
    ids = IdentifierGenerator(random: tools.context.random)
  }

  /// Starts a transaction's work.
  func begin() throws {
    let data = try connection.dataVersion()
    entry = try AuditLog.lastEntry(in: connection)
    // The version tells of other connections alone. On this one, every other change has left an entry.
    if version?.data != data || version?.entry != entry || counters.isFull { try readAgain() }
    version = (data, entry)
    try cache.refresh(tools, in: connection)
    try tools.directives?.prepare(in: connection)
    asksForStanding = try tools.policy.isAnybodyInactive(in: connection)
    listening = try tools.observers.filter { try $0.isListening(in: connection) }
    booked = tools.context.clock.now()
    try ledger.begin(at: booked)
    changesBefore = connection.changeCount
    shakes.forget()
    (decided, coins) = (0, 0)
  }

  private func readAgain() throws {
    cache.forget()
    counters = Counters()
    people.removeAll(keepingCapacity: true)
    let last = try connection.fetchOne("SELECT shake, id FROM shakes_shakes ORDER BY shake DESC LIMIT 1") {
      (number: $0["shake"] as Int64, id: try $0["id"] as ShakeID)
    }
    lastNumber = last?.number ?? 0
    ids = IdentifierGenerator(random: tools.context.random, after: (last?.id.high ?? 0, last?.id.low ?? 0))
  }

  /// Writes what was decided and counted, and seals what was posted.
  func finish() throws {
    try shakes.flush()
    try counters.flush(statements, in: connection)
    for kept in cache.kept { try kept.counts.flush(statements) }
    try ledger.seal()
    // The caller's commit adds one entry when there is something to commit.
    version?.entry = entry + (connection.changeCount == changesBefore ? 0 : 1)
  }

  /// Forgets everything that was remembered: after a transaction that was taken back.
  func forget() {
    version = nil
    shakes.forget()
    cache.forget()
    ledger.forget()
  }

  /// What comes of running something in a transaction.
  enum Attempt<Done: Sendable>: Sendable {
    case done(Done)
    /// Nothing was written, since this has to be fetched first.
    case needs(PipelineTools.Needs)
  }

  /// Runs one shake.
  /// - Parameter time: when it was received.
  /// - Throws: for what is no attempt: an unknown user, campaign or type, a key used with another body.
  func run(_ request: ShakeRequest, at time: Timestamp) throws -> Attempt<ShakeAnswer> {
    try Self.check(request)
    let digest = request.key == nil ? nil : digests.digest(of: request)
    if let key = request.key, let digest, let answer = try replay(key, digest, of: request) { return .done(answer) }
    try NewKey.check(request.key)
    guard let person = try person(request.user) else { throw UserError.notFound("\(request.user)") }
    let meant = try meant(request, person.user, at: time)
    let needs = needs(of: request, meant)
    guard needs.isEmpty else { return .needs(needs) }
    let shake = try resolve(request, meant, person.user, digest, at: time)
    return .done(try run(shake, forbidden: meant.refusal, of: person))
  }

  private func run(_ shake: ResolvedShake, forbidden: Refusal?, of person: Person) throws -> ShakeAnswer {
    // A directive keeps nobody from going on with what is under way, nor does a mistake of the client's.
    if let forbidden { return try conclude(shake, refusal: forbidden, endsPending: false) }
    var admission = try admit(shake, person)
    if let refusal = admission.refusal { return try conclude(shake, admission, refusal: refusal) }
    let misfit =
      shake.request.evidence.refusal(by: shake.type.type) ?? Sights.refusal(shake.request.sights, by: shake.type.type)
    if let misfit { return try conclude(shake, admission, refusal: misfit, endsPending: false) }
    if isDryRun, shake.request.isByProgram, !shake.type.type.isForetold {
      throw Failure(
        "shakes.dry-run-untold", .notAllowed,
        "the request is valid, but a dry run does not show programs the outcome of a \(shake.type.name) shake",
        hint: "Send it without --dry-run. Operators can see the outcome of a dry run.")
    }
    let judgement = try judge(shake, admission)
    switch judgement.outcome {
    case .refused(let refusal): return try conclude(shake, admission, judgement, .refused(refusal))
    case .accepted:
      usePace(shake, &admission)
      let isWin = judgement.prize.coins > 0 || judgement.gift != nil
      return try conclude(shake, admission, judgement, .accepted(coins: judgement.prize.coins, isWin: isWin))
    case .waits:
      usePace(shake, &admission)
      return try conclude(shake, admission, judgement, .waits)
    case .needsMore(let step):
      try noteDevice(shake, admission)
      return answer(shake, shake.id, .needsMore(step))
    }
  }

  /// The user that an id leads to; nil when there is none.
  func person(_ user: UserID) throws -> Person? {
    if let known = people[user] { return known }
    guard let found = try tools.policy.bearer(of: user, in: connection) else { return nil }
    let person = Person(user: found.user, mode: found.mode)
    people[user] = person
    return person
  }

  func noteDecided(_ shake: ShakeID, coins won: Int64) {
    decided += 1
    coins += won
  }
}
