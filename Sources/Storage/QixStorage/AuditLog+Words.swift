internal import QixKernel

/// Entries by what they are about: an id, a name, or several words of a subject in their order.
extension AuditLog {
  /// Writes the words of an entry's subject into their index.
  static func index(_ entry: Entry, in connection: Connection) throws {
    // The migrations before the one that makes the table write entries too.
    guard !entry.subject.isEmpty, try connection.hasTable("qix_audit_words") else { return }
    let statement = try connection.statement(
      "INSERT INTO qix_audit_words (word, entry) VALUES (?1, ?2) ON CONFLICT (word, entry) DO NOTHING")
    for word in words(of: entry.subject) {
      statement.bind([.text(word), .integer(entry.number)])
      try statement.run()
    }
  }

  /// Hands over the entries whose subject has these words, before a number, the newest first, until `body` returns
  /// false.
  /// - Parameter subject: an id, a name or several words; with a letter or a digit in it.
  package static func forEach(
    before number: Int64 = .max, naming subject: String, in connection: Connection, _ body: (Entry) throws -> Bool
  ) throws {
    // The longest word is the rarest one, more often than not: ids are longer than verbs.
    guard let word = words(of: subject).max(by: { $0.utf8.count < $1.utf8.count }) else { return }
    try connection.fetchWhile(
      """
      SELECT a.entry, a.at, a.actor, a.action, a.subject, a.reason
      FROM qix_audit_words AS w JOIN qix_audit AS a ON a.entry = w.entry
      WHERE w.word = \(word) AND w.entry < \(number) ORDER BY w.entry DESC
      """
    ) { row in
      let entry = entry(row)
      return isNamed(subject, in: entry.subject) ? try body(entry) : true
    }
  }

  /// Entries of some actions whose subject names an id, the newest first.
  /// - Parameter isShown: says of each whether it is one.
  package static func entries(
    before number: Int64 = .max, naming id: String, action actions: Set<String>, limit: Int, in connection: Connection,
    where isShown: (Entry) -> Bool = { _ in true }
  ) throws -> [Entry] {
    guard limit > 0 else { return [] }
    var found: [Entry] = []
    try forEach(before: number, naming: id, in: connection) { entry in
      if actions.contains(entry.action), isShown(entry) { found.append(entry) }
      return found.count < limit
    }
    return found
  }

  /// The name of whoever did one of these actions to an id, the last time; nil where the log has no such entry.
  package static func actor(naming id: String, of actions: Set<String>, in connection: Connection) throws -> String? {
    try entries(naming: id, action: actions, limit: 1, in: connection).first?.actor
  }

  /// Whether a text can be looked for by its words.
  static func hasWords(_ text: String) -> Bool { text.utf8.contains(where: isOfWord) }

  private static func words(of subject: String) -> [String] {
    subject.utf8.split { !isOfWord($0) }.map { String(Substring($0)) }
  }

  /// Letters of all scripts, digits, '_' and '-'.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
      true
    default: false
    }
  }

  /// Whether a text stands in another one, with whole words at both ends.
  private static func isNamed(_ part: String, in subject: String) -> Bool {
    let (part, subject) = (Array(part.utf8), Array(subject.utf8))
    guard let first = part.first, let last = part.last, part.count <= subject.count else { return false }
    return (0...subject.count - part.count).contains { start in
      let end = start + part.count
      return subject[start..<end].elementsEqual(part)
        && !(start > 0 && isOfWord(first) && isOfWord(subject[start - 1]))
        && !(end < subject.count && isOfWord(last) && isOfWord(subject[end]))
    }
  }
}
