internal import QixKernel
package import QixStorage

/// The external ids of which a file makes users. Two that differ in capital letters alone are nearly always one
/// customer, typed by two people, whose coins would lie in two wallets.
package struct NewNames: Sendable {
  /// Whether each is meant as it is written: `--create-users=exact`.
  package let isExact: Bool
  /// The hash of each name by that of the name in small letters.
  private var spellings: [Int: Int] = [:]

  /// So many are remembered, some 8 MB; of two farther apart the second is found when it is made.
  private static let most = 393_216

  package init(isExact: Bool) { self.isExact = isExact }

  /// Makes sure that neither a user nor an earlier name of the file differs from one in capital letters alone.
  /// - Throws: `UserError.differsInCase`
  package mutating func check(
    _ name: String, by directory: any UserDirectory, in connection: Connection
  ) throws {
    guard !isExact, name.utf8.contains(where: Self.isLetter) else { return }
    let folded = name.utf8.map { Self.isLetter($0) ? $0 | 0x20 : $0 }.hashValue
    let spelling = ExactText(name).hashValue
    if let earlier = spellings[folded], earlier != spelling { throw UserError.differsInCase(name, from: nil) }
    try directory.checkCase(of: name, in: connection)
    if spellings.count < Self.most { spellings[folded] = spelling }
  }

  /// Of ASCII: the letters that the database folds.
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
