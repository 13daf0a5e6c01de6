internal import QixShake

/// The format of a text. `moodle` is Moodle's own auto-format: plain text with simple HTML.
enum TextFormat: String, Sendable, CaseIterable {
  case moodle, html, markdown, plain
}

/// A piece of text, without blanks at its ends.
struct FormattedText: Hashable, Sendable {
  var text: String
  var format: TextFormat

  init(_ text: String, _ format: TextFormat = .moodle) {
    self.text = text
    self.format = format
  }
}

/// One question of a questionnaire.
struct Question: Hashable, Sendable {
  /// The author's name of it, unique in the questionnaire.
  var id: String?
  var title: String?
  var tags: [String] = []
  /// Where it belongs in a question bank, as the file has it: `$course$/top/animals`.
  var category: String?
  var text: FormattedText
  var kind: Kind
  var generalFeedback: FormattedText?
  /// Points of the whole question in the score, 1 to 1,000.
  var points: Int64 = 1
  /// Whether it shows that somebody reads the questions at all. It counts in no score.
  var isAttentionCheck = false

  enum Kind: Hashable, Sendable {
    /// One choice is to be taken.
    case single([Choice])
    /// Any number of choices; their credits add up.
    case several([Choice])
    case trueFalse(TrueFalse)
    case number([NumberAnswer])
    /// Free text that is compared with what is accepted.
    case short([ShortAnswer])
    case matching([Pair])
    /// Items in their right order.
    case ordering([FormattedText])
    /// Points of a scale from low to high (Likert), none of them right.
    case scale(labels: [String], expected: Int?)
    /// Free text that nobody marks.
    case essay
    /// No question: something to be read between questions.
    case description
  }

  struct Choice: Hashable, Sendable {
    var text: FormattedText
    var credit: Credit
    var feedback: FormattedText?
  }

  struct TrueFalse: Hashable, Sendable {
    var isTrue: Bool
    var wrongFeedback: FormattedText?
    var rightFeedback: FormattedText?
  }

  struct NumberAnswer: Hashable, Sendable {
    enum Test: Hashable, Sendable {
      /// Within a distance of 0 or more.
      case near(Double, tolerance: Double)
      /// Both ends included.
      case between(Double, Double)
      /// Any number: for feedback to whatever isn't right.
      case any
    }
    var test: Test
    var credit: Credit
    var feedback: FormattedText?
  }

  struct ShortAnswer: Hashable, Sendable {
    /// `*` stands for any text, `\*` for a star.
    var pattern: String
    var credit: Credit
    var feedback: FormattedText?
  }

  struct Pair: Hashable, Sendable {
    /// Empty where the right side is there only to be mistaken for one.
    var left: FormattedText
    var right: String
  }

  init(text: FormattedText, kind: Kind) {
    self.text = text
    self.kind = kind
  }
}

extension Question.Kind {
  var name: String {
    switch self {
    case .single: "single"
    case .several: "several"
    case .trueFalse: "true-false"
    case .number: "number"
    case .short: "short"
    case .matching: "matching"
    case .ordering: "ordering"
    case .scale: "scale"
    case .essay: "essay"
    case .description: "description"
    }
  }
}

extension Question {
  /// Whether it takes an answer.
  var isAnswered: Bool { kind != .description }

  /// Whether an answer can be right.
  var hasRightAnswer: Bool {
    switch kind {
    case .scale(_, let expected): expected != nil
    case .essay, .description: false
    default: true
    }
  }

  /// Whether it counts in the score.
  var isScored: Bool { hasRightAnswer && !isAttentionCheck }

  /// Whether the answer is in the user's own words, which may say something of them.
  var takesWords: Bool {
    switch kind {
    case .short, .essay: true
    default: false
    }
  }

  /// The right sides of a matching question, each once, in their order.
  static func options(of pairs: [Pair]) -> [String] {
    var seen: Set<String> = []
    return pairs.map(\.right).filter { seen.insert($0).inserted }
  }
}
