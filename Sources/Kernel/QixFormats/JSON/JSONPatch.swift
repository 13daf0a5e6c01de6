extension JSONValue {
  /// The operations that make another value of this one, as a JSON Patch (RFC 6902): none where they are alike but for the
  /// order of members. Rows that are put into an array, or leave it, leave those before and behind as they are.
  package func patch(to new: JSONValue) -> [JSONValue] {
    var operations: [JSONValue] = []
    Self.compare(self, new, at: .whole, &operations)
    return operations
  }

  /// Elements of arrays that are compared one by one: finding what they share takes memory by the square of it.
  private static let most = 500

  private static func compare(
    _ old: JSONValue, _ new: JSONValue, at place: JSONPointer, _ operations: inout [JSONValue]
  ) {
    switch (old, new) {
    case _ where old == new: break
    case (.object(let old), .object(let new)):
      for member in old.members where new[member.key] == nil {
        operations.append(["op": "remove", "path": .string("\(place.appending(member.key))")])
      }
      for member in new.members {
        let path = place.appending(member.key)
        if let before = old[member.key] {
          compare(before, member.value, at: path, &operations)
        } else {
          operations.append(["op": "add", "path": .string("\(path)"), "value": member.value])
        }
      }
    case (.array(let old), .array(let new)) where max(old.count, new.count) <= most:
      let changes = new.difference(from: old)
      let places = (changes.removals.map(\.offset), changes.insertions.map(\.offset))
      if places.0 == places.1 {
        for index in places.0 { compare(old[index], new[index], at: place.appending(index), &operations) }
        break
      }
      // Removals from the last to the first, then insertions from the first: each at its place by then.
      for change in changes {
        let path = JSONValue.string("\(place.appending(change.offset))")
        switch change {
        case .remove: operations.append(["op": "remove", "path": path])
        case .insert(_, let element, _): operations.append(["op": "add", "path": path, "value": element])
        }
      }
    default: operations.append(["op": "replace", "path": .string("\(place)"), "value": new])
    }
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .remove(let offset, _, _), .insert(let offset, _, _): offset
    }
  }
}
