package import QixFormats

extension Faults {
  /// The conditions that users must meet, as `UserCondition` has them: `tier:gold`. Whether they exist is for others to
  /// find out: a description may be written before the tier is made.
  package mutating func conditions(_ object: JSONObject, _ key: String, at pointer: JSONPointer) -> [String] {
    guard let value = object[key], !value.isNull else { return [] }
    let remedy = "write each as NAME:VALUE, such as tier:gold"
    guard let values = value.array, values.count <= 20 else {
      add(pointer.appending(key), "a list of at most 20 is needed", remedy)
      return []
    }
    var found: [String] = []
    for (index, value) in values.enumerated() {
      let pointer = pointer.appending(key).appending(index)
      guard let text = value.string, Self.isCondition(text) else {
        add(pointer, "\(FieldKind.quoted(value) ?? "it") is not a condition", remedy)
        continue
      }
      if found.contains(text) {
        add(pointer, "it is listed twice", "remove one of the two")
      } else {
        found.append(text)
      }
    }
    return found
  }

  /// Whether it is a word, a colon and something, without what separates conditions in a table.
  private static func isCondition(_ text: String) -> Bool {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty && text.utf8.count <= 200
      && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "," && $0.properties.generalCategory != .control }
  }
}
