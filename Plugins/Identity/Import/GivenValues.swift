internal import IdentityContract
internal import QixCrypto
internal import QixModule

/// The values that the lines of a file have given to users so far, so that no line takes back what an earlier one says.
///
/// Only so many are remembered that a file of any length is read in the same memory, some 60 MB; of what comes behind
/// them the last line counts.
struct GivenValues {
  private static let most = 1 << 20

  private struct Given {
    let line: Int
    /// The value of a user's field; of a number or address, the user.
    let what: UInt64
  }

  private let hasher = SipHash()
  private var given: [UInt64: Given] = [:]

  /// Makes sure that a value contradicts none of an earlier line.
  /// - Parameters:
  ///   - value: in the form in which it is kept.
  ///   - user: one name for each user.
  /// - Throws: `UserError.saidOtherwise`, `UserError.belongsToLine`
  func check(_ field: ProfileField, _ value: String, of user: String) throws(UserError) {
    if let earlier = given[place(field, of: user)], earlier.what != mark(field.found(value)) {
      throw .saidOtherwise(field.label, line: earlier.line)
    }
    if field.isUnique, let earlier = given[place(field, value)], earlier.what != mark(user) {
      throw .belongsToLine(field.label, line: earlier.line)
    }
  }

  /// Remembers a value that a line has given.
  mutating func add(_ field: ProfileField, _ value: String, of user: String, line: Int) {
    guard given.count < Self.most else { return }
    add(place(field, of: user), Given(line: line, what: mark(field.found(value))))
    if field.isUnique { add(place(field, value), Given(line: line, what: mark(user))) }
  }

  private mutating func add(_ place: UInt64, _ value: Given) { if given[place] == nil { given[place] = value } }

  private func place(_ field: ProfileField, of user: String) -> UInt64 { mark("\(field.rawValue) of \(user)") }
  private func place(_ field: ProfileField, _ value: String) -> UInt64 {
    mark("\(field.rawValue) is \(field.found(value))")
  }

  private func mark(_ text: String) -> UInt64 { hasher.hash(text).low }
}
