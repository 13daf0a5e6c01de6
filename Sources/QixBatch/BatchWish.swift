package import QixCommands
package import QixKernel
internal import QixStorage

/// The batch that the sender says a file is.
package enum BatchWish: Sendable, Equatable {
  /// None is named: the file's name leads to it, and what could pay twice is asked.
  case unsaid
  /// `--batch NAME`: as `unsaid` where there is one of the name, else as `new`.
  case named(String)
  /// `--continue NAME`: the lines that it hasn't done.
  case goesOn(String)
  /// `--new-batch NAME`: all lines; of a name that nothing has.
  case new(String)
  /// `--again`: all lines, as a batch with the next number behind its name.
  case again(String?)
  /// A file of lines that were refused, which names its batch itself: they are known by their places in it.
  case rejects(String)

  package var name: String? {
    switch self {
    case .unsaid: nil
    case .named(let name), .goesOn(let name), .new(let name), .rejects(let name): name
    case .again(let name): name
    }
  }

  package var isAgain: Bool { if case .again = self { true } else { false } }
  package var isOfRejects: Bool { if case .rejects = self { true } else { false } }

  /// The wish of a file whose first line says that it holds what a batch has refused. With `--continue` its lines are
  /// known by what they do, as any others.
  /// - Throws: `batch.name-malformed`
  package func refused(by batch: String?) throws(Failure) -> BatchWish {
    guard let batch else { return self }
    let name = try Self.checked(batch)
    return self == .unsaid || self == .named(name) ? .rejects(name) : self
  }

  /// A name that can be a batch's: a number behind it has room.
  static func checked(_ name: String) throws(Failure) -> String {
    // Blanks at its ends would make two batches that look the same.
    let name = PlainText.trimmed(name)
    guard (1...190).contains(name.unicodeScalars.count), PlainText.isUncontrolled(name) else {
      throw Failure(
        "batch.name-malformed", .usage, "a batch's name has 1 to 190 characters, without control characters",
        hint: "Write a name such as --batch july-2027.")
    }
    return name
  }

  /// What it says, for who approves the file; empty where the file's name does.
  package var words: [String] {
    switch self {
    case .goesOn(let name): ["--continue \(name)"]
    case .new(let name): ["--new-batch \(name)"]
    case .again(let name): ["--again"] + (name.map { ["--batch \($0)"] } ?? [])
    case .unsaid, .named, .rejects: []
    }
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

/// `--continue`, `--new-batch` and their elders `--batch` and `--again`, of every command that does the lines of a file
/// once.
package struct WishOptions: Sendable {
  @Option("continue", .text, placeholder: "BATCH", "Do the lines that this batch has not done") private var goesOn:
    String?
  @Option("new-batch", .text, placeholder: "NAME", "Do all lines, as a new batch of this name") private var new: String?
  @Option("batch", .text, placeholder: "NAME", "The batch's name (default: the file's name)")
  private var name: String?
  @Flag("again", "Do all lines again, as another batch") private var isAgain: Bool

  package init() {}

  package var slots: [ParameterSlot] { [$goesOn, $new, $name, $isAgain] }

  /// - Throws: `batch.name-malformed`, `UsageError` where two of them contradict each other.
  package func wish() throws -> BatchWish {
    let given = [goesOn, new, name].compactMap(\.self)
    guard given.count < 2, !isAgain || goesOn == nil && new == nil else {
      throw UsageError(
        "--continue, --new-batch, --batch and --again can't be combined",
        hint: "--continue BATCH does the missing lines of a batch. --new-batch NAME does the whole file.")
    }
    if isAgain { return .again(try name.map(BatchWish.checked)) }
    if let goesOn { return .goesOn(try BatchWish.checked(goesOn)) }
    if let new { return .new(try BatchWish.checked(new)) }
    return try name.map { .named(try BatchWish.checked($0)) } ?? .unsaid
  }
}
