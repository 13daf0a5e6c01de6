package import QixLens

/// The server's looks for a shake, by the names of its type's fields.
package enum Sights {
  /// Looks at the files of a shake of a type.
  /// - Parameter files: by the names of the type's fields.
  /// - Throws: `LensError`, or `LibraryError` where an operation lacks a library. What the type takes no file for is left
  ///   to the pipeline to refuse.
  package static func look(
    at files: [String: LensFile], for type: any ShakeType.Type, _ options: JSONObject = JSONObject(), lens: Lens
  ) throws -> [String: Sight] {
    var sights: [String: Sight] = [:]
    for field in type.sights {
      guard let file = files[field.name] else { continue }
      sights[field.name] = try Sight(of: file, by: field.operation, options, lens: lens)
    }
    return sights
  }

  /// Why a type can't look at them: those of another type, or one missing. Nil when it can.
  package static func refusal(_ sights: [String: Sight], by type: any ShakeType.Type) -> Refusal? {
    for (name, sight) in sights.sorted(by: { $0.key < $1.key }) {
      guard let field = type.sights.first(where: { $0.name == name }), field.operation == sight.operation else {
        let known = type.sights.map(\.name).joined(separator: ", ")
        return Refusal(
          "shakes.sight-unknown", "the \(type.name) shake takes no such file",
          hint: known.isEmpty ? .keyed("shakes.sight-unknown.none", "This shake takes no file.") : "It takes: \(known)."
        )
      }
    }
    for field in type.sights where field.isRequired && sights[field.name] == nil {
      return Refusal(
        "shakes.sight-missing", "the \(type.name) shake needs the file '\(field.name)'", hint: "\(field.help)")
    }
    return nil
  }
}
