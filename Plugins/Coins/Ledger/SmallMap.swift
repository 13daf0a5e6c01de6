/// A dictionary to places that is a list as long as it is short, as in every single command: a dictionary's first use asks
/// the runtime whether its keys can be hashed, which takes a hundredth of `wallet show` (docs/decisions/0020-start-up.md).
struct SmallMap<Key: Hashable> {
  private var few: [(key: Key, place: Int)] = []
  /// Everything, once there are more than a few.
  private var many: [Key: Int] = [:]
  private var isMany = false

  private static var most: Int { 8 }

  subscript(key: Key) -> Int? {
    get { isMany ? many[key] : few.first { $0.key == key }?.place }
    set {
      if isMany { return many[key] = newValue }
      few.removeAll { $0.key == key }
      guard let newValue else { return }
      few.append((key, newValue))
      guard few.count > Self.most else { return }
      for entry in few { many[entry.key] = entry.place }
      (few, isMany) = ([], true)
    }
  }

  /// - Returns: where it led to.
  mutating func removeValue(forKey key: Key) -> Int? {
    defer { self[key] = nil }
    return self[key]
  }

  mutating func removeAll() {
    few.removeAll(keepingCapacity: true)
    many.removeAll(keepingCapacity: true)
    isMany = false
  }
}
