internal import IdentityContract
internal import QixCrypto
internal import QixModule

/// Values that wait for a second person's approval, under the key of the user whom they are for: gone with that key.
extension Profiles: WishedValues {
  /// - Returns: nil for none.
  func seal(
    _ values: [(ProfileField, String)], wishedFor user: UserID, by operation: String, in connection: Connection
  ) throws -> [UInt8]? {
    guard !values.isEmpty, let key = try keys.key(of: user, in: connection) else { return nil }
    // A number or an address has no line ends.
    let lines = try values.map { "\($0.rawValue)\n\(try normalised($0, $1, in: connection))" }
    return PersonalBox.seal(
      lines.joined(separator: "\n"), Self.place(ofWish: operation, user), key: key, random: keys.random)
  }

  func masked(
    _ sealed: [UInt8], wishedFor user: UserID, by operation: String, in connection: Connection
  ) throws -> String? {
    guard let key = try keys.key(of: user, in: connection) else { return nil }
    let text = try PersonalBox.open(sealed, Self.place(ofWish: operation, user), key: key)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count.isMultiple(of: 2) else { throw StorageError.corrupt("what a request asks for can't be read") }
    return try stride(from: 0, to: lines.count, by: 2).map { index in
      guard let field = ProfileField(rawValue: lines[index]) else {
        throw StorageError.corrupt("a request asks for an unknown field of a profile")
      }
      return field.kind.masked(lines[index + 1])
    }.joined(separator: ", ")
  }

  /// The operation is a part of the place, so that no request shows what another one asks for.
  private static func place(ofWish operation: String, _ user: UserID) -> AssociatedData {
    var place = AssociatedData("qix-identity-wish/1")
    place.append(user.bytes)
    place.append(operation)
    return place
  }
}
