extension Question {
  /// The mean share of its points that random answers would get, as Moodle's types of questions tell it; nil where
  /// nobody can, because answers can be combined or ordered at will.
  var guessScore: Double? {
    switch kind {
    case .single(let choices): choices.reduce(0) { $0 + $1.credit.share } / Double(max(1, choices.count))
    case .trueFalse: 0.5
    case .matching(let pairs): 1 / Double(max(1, Self.options(of: pairs).count))
    // What is written at random is right only where everything is.
    case .short(let answers): answers.first { $0.pattern == "*" }?.credit.share ?? 0
    case .number(let answers): answers.first { $0.test == .any }?.credit.share ?? 0
    case .several, .ordering, .scale, .essay, .description: nil
    }
  }
}
