internal import Glibc
internal import Measuring
internal import QixKernel

/// What a batch has answered before it was killed: the file that `--results` names.
enum Answers {
  struct Answer {
    let key: String
    let transfer: String
  }

  /// The answers of lines that were done, now or before; a line that was cut off is none.
  static func read(_ path: String) throws(MeasuringError) -> [Answer] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    var answers: [Answer] = []
    while case let count = getline(&line, &capacity, file), count > 0, let start = line {
      let text = String(cString: start)
      guard text.hasSuffix("\n") else { break }
      guard let key = value(of: "key", in: text), let transfer = value(of: "transfer", in: text) else {
        throw MeasuringError("an answer was not done: \(text)")
      }
      answers.append(Answer(key: key, transfer: transfer))
    }
    return answers
  }

  /// The text of a member; enough for answers, whose keys and identifiers need no escapes.
  private static func value(of member: String, in line: String) -> String? {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    guard let place = parts.firstIndex(where: { $0 == member }), place + 2 < parts.count else { return nil }
    return String(parts[place + 2])
  }
}

/// Writes a file of lines.
func write(_ lines: some Sequence<String>, to path: String) throws(MeasuringError) {
  guard let file = fopen(path, "w") else { throw MeasuringError("\(path): \(String(cString: strerror(errno)))") }
  for line in lines { fputs(line + "\n", file) }
  guard fclose(file) == 0 else { throw MeasuringError("\(path): \(String(cString: strerror(errno)))") }
}
