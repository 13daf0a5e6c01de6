internal import QixKernel

extension Proof {
  /// The most bytes that all facts together may have, names and texts: they are kept with the shake for ever.
  package static let mostFactBytes = 16 << 10
}

extension SingleUse {
  /// Bytes of its text.
  package static let lengths = 1...200
}

extension Verdict {
  /// The fault of a verdict that no type may give, as the end of "the scan shake has answered …"; nil of what it may.
  /// It is a mistake of the type's author, even where it takes a certain stranger's evidence to bring it about.
  package var fault: String? {
    switch self {
    case .accepted(let proof): return proof.fault
    case .waits(let proof, let notice):
      if !Self.isCode(notice.code) {
        return "with a notice whose code isn't the module's id, a dot and a state in small letters"
      }
      if notice.sentence.isEmpty { return "with the notice \(notice.code), which has no sentence" }
      return proof.fault
    case .refused(let refusal):
      if !Self.isCode(refusal.code) {
        return "with a refusal whose code isn't the module's id, a dot and a reason in small letters"
      }
      if refusal.sentence.isEmpty { return "with the refusal \(refusal.code), which has no sentence" }
    case .needsMore(let step):
      if step.name.isEmpty || !step.name.utf8.allSatisfy(Self.isWord) {
        return "with a step whose name isn't made of small letters, digits and hyphens"
      }
      if step.sentence.isEmpty { return "with the step '\(step.name)', which has no sentence" }
    }
    return nil
  }

  private static func isCode(_ code: String) -> Bool {
    let parts = code.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isWord) }
  }

  static func isWord(_ byte: UInt8) -> Bool {
    PlainText.isWord(byte) || byte == UInt8(ascii: "-")
  }
}

extension Proof {
  /// The fault, as of verdicts.
  fileprivate var fault: String? {
    if units < 0 { return "with \(units) units; there are 0 or more" }
    if let use, !SingleUse.lengths.contains(use.text.utf8.count) {
      return "with a use of \(use.text.utf8.count) bytes; it has 1 to \(SingleUse.lengths.upperBound)"
    }
    let bytes = JSONValue.object(facts).weight
    return bytes > Self.mostFactBytes ? "with \(bytes) bytes of facts; there are at most \(Self.mostFactBytes)" : nil
  }
}

extension JSONValue {
  /// About how many bytes it has: those of names and texts, and a few for each other value. Makes no text, since it is
  /// asked of every accepted shake.
  fileprivate var weight: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .array(let values): values.reduce(0) { $0 + $1.weight }
    case .object(let object): object.members.reduce(0) { $0 + $1.key.utf8.count + $1.value.weight }
    default: 8
    }
  }
}
