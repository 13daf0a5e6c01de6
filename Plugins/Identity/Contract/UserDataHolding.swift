package import QixFormats
package import QixKernel
package import QixStorage

/// A module that keeps something about users: it takes part when users are merged, erased or given their data.
///
/// Each function works inside the one transaction of the whole act. What a module leaves under the old id when users
/// are merged it has to find again from the survivor: `erase` and `export` are asked for the survivor alone.
package protocol UserDataHolding: Module {
  /// Moves what belongs to one user to another. A repeat changes nothing.
  /// - Returns: what was moved, for the answer: a stable name, how many.
  static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)]

  /// Takes away whatever could lead to the person: free text, addresses. What is pseudonymous stays.
  static func erase(_ user: UserID, in connection: Connection, context: Context) throws

  /// Counts what a user has and nobody can use any more once they are erased, for whoever is about to erase them.
  /// - Returns: a stable name, how many; without what there is none of.
  static func losses(
    of user: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)]

  /// Writes everything that is held about a user: members of a JSON object, whose schema is `<module>.export/1`.
  static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws
}

extension UserDataHolding {
  package static func losses(
    of user: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] { [] }

  /// Writes one JSON object: the schema of the module's export, and what it holds about a user.
  package static func writeExport(
    of user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    try writer.object { writer in
      writer.member("schema", "\(id).export/1")
      try export(user, to: &writer, in: connection, context: context)
    }
  }
}
