internal import CoinsContract
internal import IdentityContract
internal import QixKernel
internal import QixStorage

/// Finds the users that lines name, remembering them, and makes those that are missing where that was asked for.
struct UserResolver {
  enum Missing {
    case refuse
    case create
    /// While a file is only being checked: they will be made.
    case assume
  }

  let directory: any UserDirectory
  var missing: Missing
  private(set) var created: Int64 = 0
  private var known: [ExactText: UserID] = [:]

  /// So many users are remembered before all are forgotten: some 10 MB.
  private static let capacity = 131_072

  init(_ directory: any UserDirectory, missing: Missing) {
    self.directory = directory
    self.missing = missing
  }

  /// - Throws: `UserError`.
  mutating func user(_ reference: String, in connection: Connection) throws -> UserID {
    // As the table compares: two users whose names Swift takes for equal may be there from before 0.6.0.
    let name = ExactText(reference)
    if let user = known[name] { return user }
    let user: UserID
    if let found = try directory.named(reference, in: connection) {
      user = found
    } else {
      switch missing {
      case .create where UserID(reference) == nil:
        user = try directory.create(externalID: reference, in: connection)
        created += 1
      case .assume where UserID(reference) == nil:
        try directory.check(externalID: reference)
        user = Self.assumed(name)
      default: throw UserError.notFound(reference)
      }
    }
    if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
    known[name] = user
    return user
  }

  /// What stands for a user who will be made: another one for each name, of a time when nobody was.
  private static func assumed(_ name: ExactText) -> UserID {
    UserID(high: 0, low: UInt64(truncatingIfNeeded: name.hashValue))
  }

  /// Looks again for those who were only assumed to be there.
  mutating func forgetAssumed() { known = known.filter { $0.value.high != 0 } }
}
