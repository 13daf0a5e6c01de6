internal import QixFormats
package import QixKernel

/// How a face writes down the parts of a sentence that aren't words: a command line, an address, a link.
package protocol Phrasing: Sendable {
  /// - Returns: nil for a command that the readers of this face don't have.
  func command(_ line: String) -> String?
  /// - Returns: nil for an option that they don't have.
  func option(_ name: String) -> String?
  /// The name of a value that has a place in place of a name.
  func placeholder(_ name: String) -> String
  /// The name of an option's value behind the option, with a blank before it; empty where none is written.
  func argument(_ name: String) -> String
  /// The end of a command with an error of a kind; nil for one without any.
  func exit(_ category: ErrorCategory?) -> String
  /// From where the secret of a name is read.
  func secret(_ name: String) -> String
  /// The moments of one message, in their order.
  func moments(_ times: [Timestamp]) -> [String]
}

extension Phrasing {
  package func placeholder(_ name: String) -> String { name }
  package func argument(_ name: String) -> String { Sentence.Part.argument(name).plain }
  package func exit(_ category: ErrorCategory?) -> String { Sentence.Part.exit(category).plain }
  package func secret(_ name: String) -> String { Sentence.Part.secret(name).plain }
}

/// As a command line has it, with moments as programs read them.
package struct PlainPhrasing: Phrasing {
  package init() {}
  package func command(_ line: String) -> String? { "`\(line)`" }
  package func option(_ name: String) -> String? { "--\(name)" }
  package func moments(_ times: [Timestamp]) -> [String] { times.map(\.description) }
}

/// Writes sentences for one reader: without users and commands that they may not know.
package struct Teller: Sendable {
  package let phrasing: any Phrasing
  /// The limits on what may be told; nil for none.
  let clearance: Clearance?
  /// The commands that may be named; nil for all.
  let commands: RunnableCommands?

  package init(_ phrasing: any Phrasing, _ clearance: Clearance?, naming commands: RunnableCommands? = nil) {
    (self.phrasing, self.clearance, self.commands) = (phrasing, clearance, commands ?? clearance?.commands)
  }

  /// A text in which every command is named, whether the reader has it or not.
  package func text(_ sentence: Sentence) -> String {
    var times = phrasing.moments(sentence.times)[...]
    return text(sentence.parts, &times)
  }

  /// A text without the sentences that name a command or an option which the reader doesn't have, or the line that has
  /// just failed; nil if nothing is left.
  package func advice(_ sentence: Sentence) -> String? {
    let all = sentence.sentences
    let kept = all.filter { $0.parts.allSatisfy(admits) }
    guard !kept.isEmpty else { return nil }
    return text(kept.count == all.count ? sentence : kept.joined)
  }

  private func admits(_ part: Sentence.Part) -> Bool {
    switch part {
    case .command(let line):
      phrasing.command(line.text) != nil && (line.isForAll || commands?.admits(line.text) != false)
    case .option(let name): phrasing.option(name) != nil
    default: true
    }
  }

  private func text(_ parts: [Sentence.Part], _ times: inout ArraySlice<String>) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .words(let words): result += words
      case .text(let text): result += told(text)
      case .user(let user): result += clearance?.told("\(user)") ?? "\(user)"
      case .time(let time): result += times.popFirst() ?? "\(time)"
      case .command(let line):
        // A line is told as it can be typed.
        let typed = line.parts.map { part in if case .words(let words) = part { words } else { told(part.plain) } }
        let text = typed.joined()
        result += phrasing.command(text) ?? "`\(text)`"
      case .option(let name): result += phrasing.option(name) ?? "--\(name)"
      case .argument(let name): result += phrasing.argument(name)
      case .placeholder(let name): result += phrasing.placeholder(name)
      case .exit(let category): result += phrasing.exit(category)
      case .secret(let name): result += phrasing.secret(name)
      case .number, .coins, .count, .stop: result += part.plain
      }
    }
    return result
  }

  /// A value without ids of users who are not to be known, and without a token: one may have been given where a name or a
  /// path was expected, and errors are written to logs.
  private func told(_ value: String) -> String { (clearance?.told(value) ?? value).withoutTokens }
}

extension Sentence {
  /// The moments in it, in their order; those of commands stay as they are typed.
  fileprivate var times: [Timestamp] { parts.compactMap { if case .time(let time) = $0 { time } else { nil } } }
}

extension String {
  /// The text with `qix_support_…` for whatever begins as a token does. A user may have given one where a name or a
  /// path was expected, and errors are written to logs.
  var withoutTokens: String {
    var text = self
    for role in Role.allCases {
      let front = "qix_\(role)_"
      let pieces = text[...].pieces(separatedBy: front)
      guard pieces.count > 1 else { continue }
      text = String(pieces[0])
      for piece in pieces.dropFirst() {
        let rest = piece.drop { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
        // A name that only begins so is short.
        let isToken = piece.utf8.count - rest.utf8.count >= 24
        text += front + (isToken ? "…" + rest : piece)
      }
    }
    return text
  }
}
