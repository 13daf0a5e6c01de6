internal import QixKernel

/// The option of commands that make something under a name, for scripts that run more than once.
package struct IfNotExistsFlag: Sendable {
  @Flag("if-not-exists", "If the name exists, return it unchanged")
  package var isGiven: Bool

  package init() {}

  /// Answers with what is there, or makes it.
  /// - Parameters:
  ///   - existing: the answer for what is there; nil where there is nothing of that name.
  ///   - make: makes it. Where somebody else was quicker, what they made is answered with.
  package func answer(existing: () throws -> Document?, orMake make: () throws -> Document) throws -> Document {
    guard isGiven else { return try make() }
    if let found = try existing() { return Self.unchanged(found) }
    do {
      return try make()
    } catch let error as any Diagnosable where error.category == .conflict {
      guard let found = try existing() else { throw error }
      return Self.unchanged(found)
    }
  }

  private static func unchanged(_ document: Document) -> Document {
    var document = document
    document.note("It is there already, and stays as it is.")
    return document
  }
}
