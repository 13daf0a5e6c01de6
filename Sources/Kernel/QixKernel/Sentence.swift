/// A message to a person, of one sentence or several: words of ours with typed values between them. A face writes it down
/// for its reader, who may be told less of it.
///
/// It is written as a literal. What stands in backticks is a command, `--name` is an option, and a full stop followed by a
/// blank ends a sentence; a value between the words keeps its type:
///
///     "the wallet of \(user) has \(coins: available). See `qix wallet history \(user)`, or give --force."
///
/// Only literals are read so: what a value says stays a value, whatever it looks like.
package struct Sentence: Sendable, Equatable {
  package enum Part: Sendable, Equatable {
    /// Words of ours.
    case words(String)
    /// A value from elsewhere: a name, a path, what somebody has written.
    case text(String)
    case number(Int64)
    case coins(Int64)
    /// So many of a thing, which has its name in the singular.
    case count(Int64, of: String)
    case time(Timestamp)
    case user(UserID)
    /// A command line as it is typed: `qix wallet show ada`.
    case command(Line)
    /// An option, without its dashes.
    case option(String)
    /// The name of an option's value, behind the option: `FILE`.
    case argument(String)
    /// The value of a command that has a place in place of a name: `USER`.
    case placeholder(String)
    /// The end of a command with an error of a kind, or without any.
    case exit(ErrorCategory?)
    /// The places from which a command reads the secret of a name: `code` for --code-file and --code-fd.
    case secret(String)
    /// The end of a sentence that others follow.
    case stop
  }

  /// A command line within a sentence.
  package struct Line: Sendable, Equatable {
    /// Words and values.
    package let parts: [Part]
    /// Whether it is named to readers who can't run it, too: the sentence says who runs it, or to run it again.
    package let isForAll: Bool

    package init(parts: [Part], isForAll: Bool) { (self.parts, self.isForAll) = (parts, isForAll) }

    /// As it is typed.
    package var text: String { parts.map(\.plain).joined() }
  }

  package private(set) var parts: [Part]
  /// The name by which translations find it, where an error's code alone doesn't say which of its sentences it is.
  package private(set) var key: String?

  package init(_ parts: [Part]) { self.parts = parts }

  /// A sentence with a name for translations: `rewards.limit-per-user.none`.
  package static func keyed(_ key: String, _ sentence: Sentence) -> Sentence {
    var keyed = sentence
    keyed.key = key
    return keyed
  }

  /// With this name where it has none yet.
  package func keyed(_ key: String) -> Sentence { self.key == nil ? .keyed(key, self) : self }

  /// With other parts, under the same name.
  package func mapped(_ part: (Part) -> Part) -> Sentence {
    var mapped = self
    mapped.parts = parts.map(part)
    return mapped
  }

  /// A text from elsewhere, which is one value.
  package init(text: String) { parts = text.isEmpty ? [] : [.text(text)] }

  package static func + (first: Sentence, second: Sentence) -> Sentence { Sentence(first.parts + second.parts) }
  package static func += (first: inout Sentence, second: Sentence) { first.parts += second.parts }

  package var isEmpty: Bool { parts.isEmpty }

  /// Without a full stop at its end, as lists have it.
  package var withoutStop: Sentence {
    guard case .words(let words)? = parts.last, words.hasSuffix(".") else { return self }
    return Sentence(parts.dropLast() + [.words(String(words.dropLast()))])
  }

  /// Two that read alike are alike.
  package static func == (left: Sentence, right: Sentence) -> Bool { left.description == right.description }

  package func contains(_ text: String) -> Bool { description.contains(text) }

  /// With a capital letter at its beginning.
  package var asSentence: Sentence {
    guard case .words(let words)? = parts.first else { return self }
    var sentence = self
    sentence.parts[0] = .words(words.asSentence)
    return sentence
  }

  /// Its sentences, each with its own full stop.
  package var sentences: [Sentence] {
    parts.split { $0 == .stop }.map { Sentence(Array($0)) }
  }

  /// The values by what they are, for programs and translations: `coins`, `user`; the second of a kind is `coins2`.
  package var values: [(name: String, part: Part)] {
    var seen: [String: Int] = [:]
    return parts.compactMap { part in
      guard let kind = part.kind else { return nil }
      seen[kind, default: 0] += 1
      return (seen[kind] == 1 ? kind : "\(kind)\(seen[kind] ?? 0)", part)
    }
  }
}

extension Sentence.Part {
  /// The part as it is typed on a command line, in English.
  package var plain: String {
    switch self {
    case .words(let text), .text(let text), .placeholder(let text): text
    case .number(let number): "\(number)"
    case .coins(let coins): coins.counted("coin")
    case .count(let count, let noun): count.counted(noun)
    case .time(let time): "\(time)"
    case .user(let user): "\(user)"
    case .command(let line): "`\(line.text)`"
    case .option(let name): "--\(name)"
    case .argument(let name): " \(name)"
    case .exit(let category): "exit code \(category?.exitCode ?? 0)"
    case .secret(let name): "from the terminal, from standard input, or from --\(name)-file or --\(name)-fd"
    case .stop: " "
    }
  }

  /// The name of the kind of value that it is; nil for words.
  fileprivate var kind: String? {
    switch self {
    case .words, .argument, .placeholder, .exit, .secret, .stop: nil
    case .text: "text"
    case .number: "number"
    case .coins: "coins"
    case .count(_, let noun): noun
    case .time: "time"
    case .user: "user"
    case .command: "command"
    case .option: "option"
    }
  }
}

extension Sentence: CustomStringConvertible {
  package var description: String {
    // Most are words alone.
    if parts.count == 1 { return parts[0].plain }
    return parts.reduce(into: "") { $0 += $1.plain }
  }
}

extension Sentence: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) {
    var reader = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    reader.appendLiteral(text)
    self.init(stringInterpolation: reader)
  }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.finished }

  package struct StringInterpolation: StringInterpolationProtocol {
    private var parts: [Part] = []
    /// What a command line that has begun consists of so far; nil outside of one.
    private var line: [Part]?

    package init(literalCapacity: Int, interpolationCount: Int) {}

    fileprivate var finished: [Part] {
      // A backtick alone is one.
      guard let line else { return parts }
      return parts + [.words("`")] + line
    }

    private mutating func append(_ part: Part) {
      func add(_ parts: inout [Part]) {
        if case .words(let more) = part {
          guard !more.isEmpty else { return }
          if case .words(let words)? = parts.last {
            parts[parts.count - 1] = .words(words + more)
            return
          }
        }
        parts.append(part)
      }
      if var begun = line {
        add(&begun)
        line = begun
      } else {
        add(&parts)
      }
    }

    package mutating func appendLiteral(_ text: String) {
      let bytes = text.utf8
      var start = bytes.startIndex, position = start
      func slice(_ end: String.Index) -> String { String(text[start..<end]) }
      while position < bytes.endIndex {
        let next = bytes.index(after: position)
        switch bytes[position] {
        case UInt8(ascii: "`"):
          append(.words(slice(position)))
          if let whole = line {
            line = nil
            append(.command(Line(parts: whole, isForAll: false)))
          } else {
            line = []
          }
          start = next
        case UInt8(ascii: "-") where line == nil && isOption(bytes[position...], after: bytes[..<position].last):
          append(.words(slice(position)))
          let name = bytes[position...].dropFirst(2).prefix { $0.isOfOption }
          append(.option(String(decoding: name, as: UTF8.self)))
          (start, position) = (name.endIndex, name.endIndex)
          if let value = argument(bytes[position...]) {
            append(.argument(value))
            position = bytes.index(position, offsetBy: value.utf8.count + 1)
            start = position
          }
          continue
        case UInt8(ascii: ".") where line == nil && next < bytes.endIndex && bytes[next] == UInt8(ascii: " "):
          append(.words(slice(next)))
          append(.stop)
          position = bytes.index(after: next)
          start = position
          continue
        default: break
        }
        position = next
      }
      append(.words(slice(bytes.endIndex)))
    }

    /// Two dashes with a letter behind them, and none before.
    private func isOption(_ rest: Substring.UTF8View, after before: UInt8?) -> Bool {
      var behind = rest.dropFirst().makeIterator()
      guard behind.next() == UInt8(ascii: "-"), let letter = behind.next(), letter.isLowercase else { return false }
      return before.map { !$0.isOfOption } ?? true
    }

    /// What stands behind an option for its value: a blank, and a word of capitals alone.
    private func argument(_ rest: Substring.UTF8View) -> String? {
      guard rest.first == UInt8(ascii: " ") else { return nil }
      let word = rest.dropFirst().prefix { $0.isCapital || $0 == UInt8(ascii: "-") }
      guard word.count > 1, word.first?.isCapital ?? false else { return nil }
      if let next = rest[word.endIndex...].first, next.isOfOption { return nil }
      return String(decoding: word, as: UTF8.self)
    }

    package mutating func appendInterpolation(_ time: Timestamp) { append(.time(time)) }
    package mutating func appendInterpolation(_ user: UserID) { append(.user(user)) }
    package mutating func appendInterpolation(_ number: Int64) { append(.number(number)) }
    package mutating func appendInterpolation(_ number: Int) { append(.number(Int64(number))) }
    package mutating func appendInterpolation(coins: Int64) { append(.coins(coins)) }
    /// - Parameter noun: in the singular.
    package mutating func appendInterpolation(_ count: Int, _ noun: String) { append(.count(Int64(count), of: noun)) }
    package mutating func appendInterpolation(_ count: Int64, _ noun: String) { append(.count(count, of: noun)) }
    package mutating func appendInterpolation(_ sentence: Sentence) { for part in sentence.parts { append(part) } }
    package mutating func appendInterpolation(_ error: some Diagnosable) { appendInterpolation(error.sentence) }
    /// A command that is named to all readers: the sentence says who runs it, or to run it again.
    package mutating func appendInterpolation(always line: Sentence) {
      append(.command(Line(parts: line.parts, isForAll: true)))
    }
    package mutating func appendInterpolation(exit category: ErrorCategory?) { append(.exit(category)) }
    package mutating func appendInterpolation(secret name: String) { append(.secret(name)) }
    package mutating func appendInterpolation<Value>(_ value: Value) { append(.text("\(value)")) }
  }
}

extension Sequence<Sentence> {
  /// One message of all of them, with a blank between two.
  package var joined: Sentence {
    reduce(into: Sentence([])) { $0 += ($0.isEmpty ? "" : Sentence([.stop])) + $1 }
  }

  package func joined(separator: Sentence) -> Sentence {
    var isFirst = true
    return reduce(into: Sentence([])) { joined, next in
      joined += isFirst ? next : separator + next
      isFirst = false
    }
  }
}

extension UInt8 {
  fileprivate var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  fileprivate var isOfOption: Bool {
    isLowercase || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: "-")
  }
}
