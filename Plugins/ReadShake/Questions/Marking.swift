internal import QixShake

/// An answer as it is kept: choices by their index in the file, from 0, whatever order they were shown in.
enum GivenAnswer: Hashable, Sendable {
  case choice(Int)
  case choices([Int])
  case truth(Bool)
  case number(Double)
  /// An essay, which is kept apart from the answers.
  case words(String)
  /// For each pair with a left side, which of the options.
  case matches([Int])
  /// Items by their index, in the order that was given.
  case order([Int])
}

/// The credit of an answer.
struct Mark: Sendable, Equatable {
  /// Nil where no answer is right or wrong.
  var credit: Credit?
  /// Which of the accepted answers it was, for numbers and short answers.
  var accepted: Int?
  var feedback: [FormattedText] = []
}

extension Question {
  /// - Precondition: the answer is one to this kind, its indices within bounds.
  func mark(_ answer: GivenAnswer) -> Mark {
    switch (kind, answer) {
    case (.single(let choices), .choice(let index)):
      return Mark(credit: choices[index].credit.bounded, feedback: [choices[index].feedback].compactMap { $0 })
    case (.several(let choices), .choices(let indices)):
      let sum = indices.reduce(Credit.zero) { $0 + choices[$1].credit }
      return Mark(credit: sum.bounded, feedback: indices.compactMap { choices[$0].feedback })
    case (.trueFalse(let statement), .truth(let given)):
      let isRight = statement.isTrue == given
      let feedback = isRight ? statement.rightFeedback : statement.wrongFeedback
      return Mark(credit: isRight ? .full : .zero, feedback: [feedback].compactMap { $0 })
    case (.number(let answers), .number(let given)):
      return Self.best(answers.map { ($0.test.accepts(given), $0.credit, $0.feedback) })
    case (.short(let answers), .words(let text)):
      return Self.best(answers.map { (Folding.matches(text, pattern: $0.pattern), $0.credit, $0.feedback) })
    case (.matching(let pairs), .matches(let given)):
      let options = Self.options(of: pairs), asked = pairs.filter { !$0.left.text.isEmpty }
      return Mark(credit: Self.part(zip(asked, given).count { $0.right == options[$1] }, of: asked.count))
    case (.ordering(let items), .order(let given)):
      // Items of the same text can stand for each other.
      return Mark(
        credit: Self.part(given.enumerated().count { items[$0.element] == items[$0.offset] }, of: items.count))
    case (.scale(_, let expected), .choice(let index)):
      return Mark(credit: expected.map { $0 == index ? .full : .zero })
    case (.essay, .words): return Mark()
    default: preconditionFailure("an answer of another kind reached the marking")
    }
  }

  /// The first of those accepted with the greatest credit, as Moodle grades.
  private static func best(_ tests: [(isAccepted: Bool, credit: Credit, feedback: FormattedText?)]) -> Mark {
    var found: Int?
    for (index, test) in tests.enumerated() where test.isAccepted {
      if found.map({ tests[$0].credit < test.credit }) ?? true { found = index }
    }
    guard let found else { return Mark(credit: Credit.zero) }
    return Mark(
      credit: tests[found].credit.bounded, accepted: found, feedback: [tests[found].feedback].compactMap { $0 })
  }

  private static func part(_ count: Int, of all: Int) -> Credit {
    Credit(units: all == 0 ? 0 : Credit.full.units * Int64(count) / Int64(all))
  }
}

extension Question.NumberAnswer.Test {
  func accepts(_ number: Double) -> Bool {
    switch self {
    case .near(let value, let tolerance):
      // What is on the edge on paper must not fall off it in binary: 0.4 is within 0.1 of 0.3.
      abs(number - value) <= tolerance + Self.slack(number, value)
    case .between(let low, let high):
      number >= low - Self.slack(number, low) && number <= high + Self.slack(number, high)
    case .any: true
    }
  }

  private static func slack(_ one: Double, _ other: Double) -> Double { max(abs(one), abs(other)) * 1e-12 }
}
