/// Reads what a recogniser's output says: the likeliest class at each place, repetitions taken together, blanks left out
/// (greedy decoding of connectionist temporal classification; Graves et al., 2006).
struct Decoder {
  /// The classes that may be told, the blank (0) first, with the text of each.
  private let classes: [(index: Int, text: String)]
  /// The number of classes that the network knows.
  let count: Int

  /// - Parameter characters: a text for each class, the blank first.
  init(_ characters: [String], allowing isAllowed: (Unicode.Scalar) -> Bool) {
    count = characters.count
    classes = characters.enumerated().filter { index, text in
      index == 0 || text.unicodeScalars.count == 1 && text.unicodeScalars.allSatisfy(isAllowed)
    }.map { ($0.offset, $0.element) }
  }

  struct Decoded: Equatable {
    var text = ""
    /// The average probability of its characters; 0 where there are none.
    var confidence = 0.0
  }

  /// - Parameter scores: a row of `count` probabilities for each of so many places.
  func decode(_ scores: UnsafeBufferPointer<Float>, places: Int) -> Decoded {
    precondition(scores.count == places * count)
    var (text, sum, taken, previous) = ("", 0.0, 0, 0)
    for place in 0..<places {
      let row = place * count
      var (best, highest) = (0, scores[row])
      for index in classes.indices {
        let score = scores[row + classes[index].index]
        if score > highest { (best, highest) = (index, score) }
      }
      if best != previous, best != 0 {
        text += classes[best].text
        sum += Double(highest)
        taken += 1
      }
      previous = best
    }
    return Decoded(text: text, confidence: taken > 0 ? sum / Double(taken) : 0)
  }
}
