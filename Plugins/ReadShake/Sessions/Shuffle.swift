internal import QixShake

/// In which order a session shows questions, choices and sides of pairs.
///
/// It follows from the session's seed alone, which is random and told to nobody: whoever has it sees through every order.
/// It must not change for sessions that have begun: SplitMix64 (Steele, Lea, Flood 2014) and Fisher and Yates' shuffle
/// are written out here because the standard library doesn't promise its own.
struct Shuffle: Sendable {
  struct Parts: OptionSet, Sendable {
    let rawValue: Int64
    static let questions = Parts(rawValue: 1)
    static let choices = Parts(rawValue: 2)
  }

  let seed: UInt64
  let parts: Parts

  /// The places of the questions in the order in which they are shown. What is no question, but stands before one, stays
  /// before it.
  func order(of questions: [Question]) -> [Int] {
    var blocks: [[Int]] = [], open: [Int] = []
    for (place, question) in questions.enumerated() {
      open.append(place)
      guard question.isAnswered else { continue }
      blocks.append(open)
      open = []
    }
    let order = parts.contains(.questions) ? Self.permutation(of: blocks.count, seed) : Array(blocks.indices)
    return order.flatMap { blocks[$0] } + open
  }

  /// The indices of a question's choices, items or options in the order in which they are shown.
  func order(ofChoicesOf question: Question, at place: Int) -> [Int] {
    let count: Int
    // Items in their right order, and right sides beside their left ones, would be the answer.
    var isNeeded = false
    switch question.kind {
    case .single(let choices), .several(let choices): count = choices.count
    case .matching(let pairs): (count, isNeeded) = (Question.options(of: pairs).count, true)
    case .ordering(let items): (count, isNeeded) = (items.count, true)
    case .scale(let labels, _): return Array(labels.indices)
    case .trueFalse, .number, .short, .essay, .description: return []
    }
    guard isNeeded || parts.contains(.choices) else { return Array(0..<count) }
    return Self.permutation(of: count, seed &+ UInt64(place + 1) &* 0xD1B5_4A32_D192_ED03)
  }

  static func permutation(of count: Int, _ seed: UInt64) -> [Int] {
    var state = seed
    func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
    var order = Array(0..<count)
    guard count > 1 else { return order }
    for last in (1..<count).reversed() {
      let bound = UInt64(last + 1)
      // Numbers of the last, incomplete run would favour the first places.
      let most = UInt64.max - UInt64.max % bound
      var number = next()
      while number >= most { number = next() }
      order.swapAt(last, Int(number % bound))
    }
    return order
  }
}
