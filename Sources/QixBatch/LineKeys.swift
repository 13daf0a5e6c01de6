/// The keys of lines that bring none, by the file's content and the line's number: the same file again finishes what is
/// missing and repeats nothing. Since 0.6.0 lines are known by their meaning instead (`BatchRows`).
package struct LineKeys: Sendable {
  package let prefix: String

  /// - Parameter digest: SHA-256 of the file, in hexadecimal.
  package init(digest: String) { prefix = "file:\(digest.prefix(16)):" }

  package func key(ofLine line: Int) -> String {
    let number = String(line)
    return prefix + String(repeating: "0", count: max(0, 9 - number.utf8.count)) + number
  }
}
