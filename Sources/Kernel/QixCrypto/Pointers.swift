// Functions of C that take no missing pointer, not even to nothing.

extension UnsafeRawBufferPointer {
  func withPointer<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    if let baseAddress { return body(baseAddress.assumingMemoryBound(to: UInt8.self)) }
    return withUnsafePointer(to: 0) { body($0) }
  }
}

extension UnsafeMutableRawBufferPointer {
  func withPointer<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
    if let baseAddress { return body(baseAddress.assumingMemoryBound(to: UInt8.self)) }
    var nothing: UInt8 = 0
    return withUnsafeMutablePointer(to: &nothing) { body($0) }
  }
}
