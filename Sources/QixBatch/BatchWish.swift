internal import QixKernel
internal import QixStorage
package import QixTerminal

/// The batch that the sender says a file is.
package struct BatchWish: Sendable {
  /// Nil for that of the file's name.
  package let name: String?
  /// Whether to do all of it once more.
  package let isAgain: Bool

  /// - Throws: `BatchError.malformedName`
  package init(name: String?, isAgain: Bool) throws {
    // Blanks at its ends would make two batches that look the same.
    let name = name.map(PlainText.trimmed)
    if let name {
      guard (1...200).contains(name.unicodeScalars.count), PlainText.isUncontrolled(name) else {
        throw BatchError.malformedName
      }
    }
    self.name = name
    self.isAgain = isAgain
  }

  /// The last part of a path.
  static func name(ofFile path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return String(String.UnicodeScalarView(last.unicodeScalars.prefix(180).filter { $0.value >= 0x20 }))
  }

  /// Without the number that tells it from others of the name: `grants.csv` of `grants.csv (2)`.
  static func base(of name: String) -> String {
    guard name.hasSuffix(")"), let space = name.range(of: " (", from: name.endIndex) else { return name }
    let number = name[space.upperBound...].dropLast()
    return Int(number) == nil ? name : String(name[..<space.lowerBound])
  }

  static func isOf(_ base: String, _ name: String) -> Bool { name == base || self.base(of: name) == base }

  /// The name, or with the first number under which nothing is.
  static func free(_ base: String, in connection: Connection) throws -> String {
    var (name, number) = (base, 1)
    while try BatchRecord.find(name, in: connection) != nil {
      number += 1
      name = "\(base) (\(number))"
    }
    return name
  }
}

extension String {
  /// The last occurrence before an index.
  fileprivate func range(of part: String, from end: Index) -> Range<Index>? {
    var start = end
    while start > startIndex {
      start = index(before: start)
      if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
    }
    return nil
  }
}

/// `--batch` and `--again`, of every command that does the lines of a file once.
package struct WishOptions: Sendable {
  @Option("batch", .text, placeholder: "NAME", "Which batch it is; where it isn't given, that of the file's name")
  private var name: String?
  @Flag("again", "Do lines that were done before once more, as another batch") private var isAgain: Bool

  package init() {}

  package var slots: [ParameterSlot] { [$name, $isAgain] }

  /// - Throws: `BatchError.malformedName`
  package func wish() throws -> BatchWish { try BatchWish(name: name, isAgain: isAgain) }
}
