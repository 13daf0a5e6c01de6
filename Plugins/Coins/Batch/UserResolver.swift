internal import CoinsContract
internal import IdentityContract
internal import QixBatch
internal import QixModule

/// Finds the users that lines name, remembering them, and makes those that are missing where that was asked for.
struct UserResolver {
  let directory: any UserDirectory
  /// Whether those who are missing are made.
  let makesMissing: Bool
  private var names: NewNames
  /// The lines that were done before, and the policy that knows who was erased since.
  let rows: BatchRows?
  let policy: (any ModePolicy)?
  /// Whether a name that leads to nobody may be that of a user who was erased after the line was done.
  var knowsErased = true
  /// Whether such a user was found for the line.
  var hasFoundErased = false
  /// Set while a file is only read, before anything moves: those who are missing are taken for made.
  var isReadingAhead = false {
    // Who was missing the last time may be there by now.
    didSet {
      begin()
      if isReadingAhead, !known.isEmpty { known = known.filter { !Self.isAssumed($0.value) } }
    }
  }
  /// Whether anybody is suspended or erased; nil while nobody has asked in this transaction. In most homes nobody is,
  /// and to ask for each line's transfer takes a third of what making a user takes.
  private var isAnybodyInactive: Bool?
  private(set) var created: Int64 = 0
  private(set) var doubtful = DoubtfulNames()
  private var known: [ExactText: UserID] = [:]
  /// Whether transactions are taken back, so that the same user may be made in several: then those who were made, by the
  /// hashes of their names.
  private var isMadeAnew = false
  private var made: Set<Int> = []
  /// Whether the last who wasn't known had to be made. Files of new customers are common, and asking for each of them
  /// first takes a fifth of what making them takes.
  private var expectsNew = false

  /// So many users are remembered before all are forgotten: some 10 MB.
  private static let capacity = 131_072

  /// - Parameter isExact: whether the names of those who are made are meant as they are written.
  init(
    _ directory: any UserDirectory, makesMissing: Bool, isExact: Bool, rows: BatchRows?, policy: (any ModePolicy)?
  ) {
    self.directory = directory
    self.makesMissing = makesMissing
    names = NewNames(isExact: isExact)
    self.rows = rows
    self.policy = policy
  }

  /// The side of a transfer on which a line names a user.
  enum Side: String { case debit, credit }

  /// Begins a transaction, before which somebody may have been erased.
  /// - Parameter isAnew: whether the one before was taken back, and with it those who were made.
  mutating func begin(isAnew: Bool = false) {
    isAnybodyInactive = nil
    guard isAnew else { return }
    isMadeAnew = true
    if created > 0 { known.removeAll(keepingCapacity: true) }
  }

  /// - Parameter key: the line's own.
  /// - Throws: `UserError`.
  mutating func user(_ reference: String, _ side: Side, key: String?, in connection: Connection) throws -> UserID {
    // As the table compares: two users whose names Swift takes for equal may be there from before 0.6.0.
    let name = ExactText(reference)
    if let user = known[name], isReadingAhead || !Self.isAssumed(user) { return user }
    let user = try find(reference, side, key: key, in: connection)
    guard !hasFoundErased else { return user }
    if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
    known[name] = user
    return user
  }

  private mutating func find(
    _ reference: String, _ side: Side, key: String?, in connection: Connection
  ) throws -> UserID {
    if expectsNew, !isReadingAhead, try erased(on: side, key: key, in: connection) == nil,
      let user = try makeUnlessKnown(reference, in: connection)
    {
      return user
    }
    if let found = try directory.named(reference, in: connection) {
      expectsNew = false
      return found
    }
    if let user = try erased(on: side, key: key, in: connection) {
      hasFoundErased = true
      return user
    }
    guard makesMissing, UserID(reference) == nil else { throw UserError.notFound(reference) }
    guard !isReadingAhead else {
      try directory.check(externalID: reference, in: connection)
      try check(reference, in: connection)
      return Self.assumed(ExactText(reference))
    }
    expectsNew = true
    return try make(reference, in: connection)
  }

  /// The user whom the line named when it was done, where they were erased since: their name leads to nobody by now, and
  /// nobody is made under it again.
  private mutating func erased(on side: Side, key: String?, in connection: Connection) throws -> UserID? {
    guard knowsErased, let policy, try isAnybodyInactive(by: policy, in: connection), let key = key ?? rows?.nextKey,
      let user: UserID = try connection.fetchOne(
        """
        SELECT a.owner FROM coins_transfers AS t JOIN coins_accounts AS a ON a.account = t.\(sql: side.rawValue)
        WHERE t.key = \(key) AND a.kind = 1
        """)
    else { return nil }
    do {
      try policy.requireActive(user, in: connection)
    } catch UserError.erased {
      return user
    } catch UserError.suspended {}
    return nil
  }

  private mutating func isAnybodyInactive(by policy: any ModePolicy, in connection: Connection) throws -> Bool {
    if let known = isAnybodyInactive { return known }
    let found = try policy.isAnybodyInactive(in: connection)
    isAnybodyInactive = found
    return found
  }

  /// - Returns: nil where somebody has the name, or may have it from before names were checked as they are now, or as their number.
  private mutating func makeUnlessKnown(_ reference: String, in connection: Connection) throws -> UserID? {
    guard UserID(reference) == nil else { return nil }
    do {
      return try make(reference, in: connection)
    } catch UserError.externalIDTaken, UserError.differsInCase, UserError.malformedExternalID,
      UserError.numberOfAnother, BatchError.doubtfulName
    {
      return nil
    }
  }

  private mutating func make(_ reference: String, in connection: Connection) throws -> UserID {
    try check(reference, in: connection)
    let user = try directory.create(externalID: reference, in: connection)
    if isMadeAnew, !made.insert(ExactText(reference).hashValue).inserted { return user }
    created += 1
    doubtful.add(reference)
    return user
  }

  private mutating func check(_ reference: String, in connection: Connection) throws {
    try DoubtfulName.check(reference, isExact: names.isExact)
    try names.check(reference, by: directory, in: connection)
  }

  /// What stands for a user who will be made: another one for each name, of a time when nobody was.
  private static func assumed(_ name: ExactText) -> UserID {
    UserID(high: 0, low: UInt64(truncatingIfNeeded: name.hashValue))
  }

  private static func isAssumed(_ user: UserID) -> Bool { user.high == 0 }
}
