extension BinaryInteger {
  /// The number with what it counts: `0 users`, `1 user`, `2 users`.
  ///
  /// Every sentence with a count in it takes it from here, so that none says `1 users`.
  /// - Parameters:
  ///   - noun: of one of them.
  ///   - plural: of several, where that isn't the noun with an s; may take words along that follow the number, as in
  ///     `1.counted("line was", "lines were")`.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}
