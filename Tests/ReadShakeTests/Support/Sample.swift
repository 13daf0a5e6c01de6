import Foundation

@testable import ReadShake

/// A file of questions, and how it is to be understood.
struct Sample: CustomStringConvertible, Sendable {
  let name: String
  /// Of its questions, in their order.
  let kinds: [String]
  /// Weights of its notes, sorted.
  let notes: [String]
  /// Lines with a fault; 0 for the file as a whole.
  let faults: [Int]

  init(_ name: String, _ kinds: String = "", notes: String = "", faults: [Int] = []) {
    self.name = name
    self.kinds = kinds.split(separator: " ").map(String.init)
    self.notes = notes.split(separator: " ").map(String.init).sorted()
    self.faults = faults
  }

  var description: String { name }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Samples")

  var bytes: [UInt8] {
    get throws { Array(try Data(contentsOf: Self.folder.appendingPathComponent(name))) }
  }

  func read() throws -> QuestionReading {
    let bytes = try bytes
    return QuestionFormat(path: name, bytes: bytes).read(bytes)
  }

  static let gift = [
    Sample("gift/01-single-choice.gift", "single"),
    Sample("gift/02-choices-on-lines.gift", "single"),
    Sample("gift/03-feedback.gift", "single"),
    Sample("gift/04-several-with-weights.gift", "several"),
    Sample("gift/05-part-credit-in-single.gift", "single"),
    Sample("gift/06-true-false.gift", "true-false true-false true-false true-false"),
    Sample("gift/07-true-false-feedback.gift", "true-false true-false true-false"),
    Sample("gift/08-short-answer.gift", "short short"),
    Sample("gift/09-short-without-mark.gift", "short"),
    Sample("gift/10-matching.gift", "matching"),
    Sample("gift/11-matching-with-decoy.gift", "matching"),
    Sample("gift/12-number.gift", "number number number"),
    Sample("gift/13-numbers-with-weights.gift", "number"),
    Sample("gift/14-negative-and-exponent.gift", "number number"),
    Sample("gift/15-missing-word.gift", "single"),
    Sample("gift/16-missing-word-others.gift", "number short"),
    Sample("gift/17-essay.gift", "essay essay"),
    Sample("gift/18-description.gift", "description single short"),
    Sample("gift/19-general-feedback.gift", "single number true-false"),
    Sample("gift/20-escapes.gift", "single"),
    Sample("gift/21-written-line-ends.gift", "number"),
    Sample("gift/22-formats.gift", "single true-false true-false true-false"),
    Sample("gift/23-brackets-that-are-no-format.gift", "single"),
    Sample("gift/24-comments.gift", "single", notes: "remark"),
    Sample("gift/25-ids-and-tags.gift", "single single", notes: "remark"),
    Sample("gift/26-categories.gift", "single single single"),
    Sample("gift/27-attention-check.gift", "single single"),
    Sample("gift/28-crlf.gift", "single true-false"),
    Sample("gift/29-cr.gift", "single true-false"),
    Sample("gift/30-byte-order-mark.gift", "true-false"),
    Sample("gift/31-unicode.gift", "single single"),
    Sample("gift/32-decimal-weights.gift", "several"),
    Sample("gift/33-blanks-everywhere.gift", "single"),
    Sample("gift/34-urls-and-colons.gift", "single"),
    Sample("gift/35-percent-signs.gift", "single"),
    Sample("gift/36-tex.gift", "single"),
    Sample("gift/37-odd-small-words.gift", "short", notes: "doubt"),
    Sample("gift/38-odd-percent-text.gift", "single", notes: "doubt doubt"),
    Sample("gift/39-odd-weights-dont-add-up.gift", "several", notes: "doubt"),
    Sample("gift/40-odd-more-decimals.gift", "several", notes: "lost lost"),
    Sample("gift/41-odd-orphan-id.gift", "true-false", notes: "lost"),
    Sample("gift/42-odd-numbers-wrong-text.gift", "number", notes: "lost"),
    Sample("gift/51-tilde-before-the-right-one.gift", "single single single"),
    Sample("gift/52-odd-empty-answers.gift", "single short several", notes: "doubt doubt lost lost"),
    Sample("gift/54-descriptions-alone.gift", "description description", notes: "remark"),
  ]

  static let aiken = [
    Sample("aiken/01-letters-with-points.txt", "single single"),
    Sample("aiken/02-letters-with-brackets.txt", "single"),
    Sample("aiken/03-no-blank-between.txt", "single single"),
    Sample("aiken/04-crlf-and-mark.txt", "single"),
    Sample("aiken/05-tabs-and-no-blank-before-letter.txt", "single"),
    Sample("aiken/06-special-characters.txt", "single"),
    Sample("aiken/07-twenty-six.txt", "single"),
    Sample("aiken/08-initials.txt", "single"),
    Sample("aiken/09-odd-blank-lines-within.txt", "single", notes: "doubt"),
    Sample("aiken/10-odd-mixed-endings.txt", "single", notes: "doubt"),
    Sample("aiken/14-no-blank-behind-letters.txt", "single single single"),
  ]

  /// Nothing to be asked, nor to be written again.
  static let empty = [Sample("gift/53-categories-alone.gift", "", notes: "remark remark")]

  static let faulty = [
    Sample("gift/43-faulty-braces.gift", faults: [1, 3, 5]),
    Sample("gift/44-faulty-titles-and-categories.gift", faults: [1, 3, 5]),
    Sample("gift/45-faulty-numbers.gift", faults: [1, 3, 5, 7, 9]),
    Sample("gift/46-faulty-choices.gift", faults: [1, 5, 7, 9, 11]),
    Sample("gift/47-faulty-pairs.gift", faults: [1, 3, 3, 5]),
    Sample("gift/48-faulty-ids.gift", faults: [5, 7]),
    Sample("gift/49-faulty-encoding.gift", faults: [1]),
    Sample("gift/50-faulty-control.gift", faults: [1]),
    Sample("aiken/11-faulty-answers.txt", faults: [4, 9, 14]),
    Sample("aiken/12-faulty-choices.txt", faults: [3, 7, 11, 15]),
    Sample("aiken/13-faulty-lines.txt", faults: [2, 7, 16]),
  ]
}
