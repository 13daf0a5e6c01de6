internal import Glibc
internal import QixKernel

/// A CSV file of grants whose content follows from what is asked for.
package struct GrantFile {
  package enum Keys: String, Sendable, CaseIterable {
    /// Each greater than the one before, as those that a system numbers.
    case ordered
    /// Sixteen hexadecimal digits in no order, as those of order systems and random UUIDs: each goes to another page
    /// of the index.
    case random
    /// No column: they follow from the file.
    case none
  }

  package let path: String
  package let lines: Int

  /// Writes the file.
  /// - Parameters:
  ///   - start: the number of the first key, so that a second file goes on where a first has ended.
  ///   - everybody: gives the first lines to each wallet in turn rather than to wallets at random.
  package init(
    _ path: String, lines: Int, wallets: Int, keys: Keys = .ordered, seed: UInt64 = 1, from start: Int = 1,
    everybody: Bool = false
  ) throws(MeasuringError) {
    self.path = path
    self.lines = lines
    guard let file = fopen(path, "w") else { throw MeasuringError("\(path): \(String(cString: strerror(errno)))") }
    var numbers = SeededNumbers(seed: seed &+ UInt64(start))
    fputs(keys == .none ? "user,amount\n" : "user,amount,key\n", file)
    for line in 0..<lines {
      let wallet = everybody && line < wallets ? line : Int(numbers.next() % UInt64(wallets))
      let amount = 1 + numbers.next() % 999
      var text = "shop-\(1_000_000 + wallet),\(amount)"
      switch keys {
      case .ordered: text += ",grant-\(1_000_000_000 + start + line)"
      case .random: text += ",\(String(numbers.next() | 1 << 63, radix: 16))"
      case .none: break
      }
      fputs(text + "\n", file)
    }
    guard fclose(file) == 0 else { throw MeasuringError("\(path): \(String(cString: strerror(errno)))") }
  }
}
