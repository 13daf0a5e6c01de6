internal import QixCrypto
internal import QixModule

/// Marks a segment's identifier: `sgm_…`.
enum SegmentTag: IdentifierTag {
  static let prefix = "sgm"
  static let place: String? = "campaigns_segments.segment"
}

typealias SegmentID = Identifier<SegmentTag>

/// Some of the users, under a name.
struct Segment: Sendable, Equatable {
  enum Rule: Sendable, Equatable {
    /// Users who were put into it.
    case list
    /// So many of a million users, always the same ones.
    case share(Int64)
    /// Users since a moment or later, and since before another one.
    case members(since: Timestamp?, before: Timestamp?)
  }

  let id: SegmentID
  let name: String
  let rule: Rule

  static let million: Int64 = 1_000_000

  /// Whether the rule alone makes the user a member.
  ///
  /// A share is drawn by BLAKE2b of the segment's id and the user's: the same user is in it for ever, and two segments
  /// have nothing to do with each other.
  func admits(_ user: UserID) -> Bool {
    switch rule {
    case .list: return false
    case .share(let share):
      let digest = BLAKE2b.hash(id.bytes + user.bytes, size: 16)
      let number = digest.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      return number % UInt64(Self.million) < UInt64(share)
    case .members(let since, let before):
      return since.map { user.created >= $0 } ?? true && before.map { user.created < $0 } ?? true
    }
  }

  /// `12.5 % of all users`.
  var words: String {
    switch rule {
    case .list: return "a list"
    case .share(let share): return "\(Self.percent(share)) % of all users"
    case .members(let since, let before):
      let parts = [since.map { "since \($0)" }, before.map { "before \($0)" }].compactMap(\.self)
      return "users " + parts.joined(separator: " and ")
    }
  }

  /// `12.5` of 125,000.
  static func percent(_ share: Int64) -> String {
    let (whole, rest) = share.quotientAndRemainder(dividingBy: 10_000)
    guard rest != 0 else { return "\(whole)" }
    var digits = String(10_000 + rest).dropFirst()
    while digits.hasSuffix("0") { digits = digits.dropLast() }
    return "\(whole).\(digits)"
  }
}

extension ValueType where Value == Int64 {
  /// A share of all users in percent, up to four decimals; parts of a million.
  static var share: ValueType {
    ValueType(placeholder: "PERCENT") { text throws(ValueError) in
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      let isNumber = parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
      guard isNumber, (1...2).contains(parts.count), parts[0].utf8.count <= 3,
        parts.count == 1 || parts[1].utf8.count <= 4, let whole = Int64(parts[0])
      else { throw ValueError("a percentage is a number with up to four decimals, such as 10 or 12.5") }
      let decimals = parts.count == 1 ? "" : String(parts[1])
      let rest = Int64(decimals + String(repeating: "0", count: 4 - decimals.utf8.count)) ?? 0
      let share = whole * 10_000 + rest
      guard (1...Segment.million).contains(share) else {
        throw ValueError("the percentage must be from 0.0001 to 100")
      }
      return share
    }
  }
}
