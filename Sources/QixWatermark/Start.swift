extension UnsafeBufferPointer {
  /// Where it begins; there is something in it.
  var start: UnsafePointer<Element> {
    guard let baseAddress else { preconditionFailure("what is empty lies nowhere") }
    return baseAddress
  }
}

extension UnsafeMutableBufferPointer {
  /// Where it begins; there is something in it.
  var start: UnsafeMutablePointer<Element> {
    guard let baseAddress else { preconditionFailure("what is empty lies nowhere") }
    return baseAddress
  }
}
