extension UnsafeBufferPointer {
  /// The first element; there is one.
  var start: UnsafePointer<Element> {
    guard let baseAddress else { preconditionFailure("what is empty lies nowhere") }
    return baseAddress
  }
}

extension UnsafeMutableBufferPointer {
  /// The first element; there is one.
  var start: UnsafeMutablePointer<Element> {
    guard let baseAddress else { preconditionFailure("what is empty lies nowhere") }
    return baseAddress
  }
}
