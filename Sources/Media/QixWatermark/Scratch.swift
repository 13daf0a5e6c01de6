/// Memory that is used again and again: what was written before isn't fetched from the system page by page.
final class Scratch {
  private var start = UnsafeMutablePointer<Float>.allocate(capacity: 1)
  private var capacity = 1

  /// Room for so many values, of anything, until the next call.
  func room(_ count: Int) -> UnsafeMutablePointer<Float> {
    if count > capacity {
      start.deallocate()
      start = .allocate(capacity: count)
      capacity = count
    }
    return start
  }

  deinit { start.deallocate() }
}
