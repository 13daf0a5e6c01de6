internal import QixFormats
package import QixKernel

/// An error as the person, or the program, that called sees it.
package struct ErrorReport {
  package let category: ErrorCategory
  package let code: String
  package let message: String
  package let hint: String?
  package let retryAfter: Int64?

  /// - Parameters:
  ///   - clearance: what may be told; nil for everything.
  ///   - commands: those that the hint may name; nil for all.
  package init(_ error: any Error, for clearance: Clearance? = nil, naming commands: RunnableCommands? = nil) {
    if let error = error as? any Diagnosable {
      var (sentence, hint) = clearance?.told(of: error) ?? (error.description, error.hint)
      if let commands { hint = hint.flatMap(commands.hint) }
      category = error.category
      code = error.code
      message = sentence.withoutTokens
      self.hint = hint?.withoutTokens
      retryAfter = error.retryAfter
    } else {
      // An error without a text for people: what Swift says of it is better than nothing.
      category = .failed
      code = "failed"
      let sentence = String(describing: error)
      message = (clearance?.told(sentence) ?? sentence).withoutTokens
      hint = nil
      retryAfter = nil
    }
  }
}

extension String {
  /// The text with `qix_support_…` for whatever begins as a token does. A user may have given one where a name or a
  /// path was expected, and errors are written to logs.
  fileprivate var withoutTokens: String {
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
