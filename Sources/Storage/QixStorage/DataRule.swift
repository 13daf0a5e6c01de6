/// A rule that stored rows keep to: the statement finds those that may break it, and the sentence says of one what is
/// wrong with it.
package struct DataRule: Sendable {
  fileprivate let sql: SQL
  fileprivate let sentence: @Sendable (Row, Connection) throws -> String?

  /// Faults that are told of one rule; more say nothing new.
  package static let most = 10

  /// - Parameter sentence: without capital letter and full stop, naming ids and no contents; nil where the row keeps to
  ///   the rule after all.
  package init(_ sql: SQL, _ sentence: @escaping @Sendable (Row) throws -> String?) {
    self.init(sql) { row, _ in try sentence(row) }
  }

  /// A rule that is about more than the row has: the sentence reads what it must be held against.
  package init(_ sql: SQL, _ sentence: @escaping @Sendable (Row, Connection) throws -> String?) {
    (self.sql, self.sentence) = (sql, sentence)
  }

  /// A rule of which one sentence says all, whichever rows break it.
  package init(_ sql: SQL, _ sentence: String) {
    self.init("\(sql: sql) LIMIT 1") { _, _ in sentence }
  }
}

extension Connection {
  /// The sentences on what breaks rules, in their order; none where all is well.
  package func faults(by rules: [DataRule]) throws -> [String] {
    try rules.flatMap { rule in
      var found: [String] = []
      do {
        try fetchWhile(rule.sql) { row in
          if let sentence = try rule.sentence(row, self) { found.append(sentence) }
          return found.count < DataRule.most
        }
      } catch StorageError.engine(_, let message, _) {
        // A sum of amounts that nobody can have.
        found.append("amounts can't be added up: \(message)")
      }
      return found
    }
  }
}
