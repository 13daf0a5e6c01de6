package import QixCommands

extension AnswerShape {
  /// The answer of a command that shakes: see `ShakeAnswer.document`.
  /// - Parameter own: the members that the type knows besides.
  package static func shake(_ schema: String, _ own: String = "") -> Self {
    """
    \(schema): shake id?, campaign id, \(own)\(own.isEmpty ? "" : ",") outcome text, coins coins, transfer id?,
    refusal? text, step? text, message? text, hint? text?, until? time?, replayed boolean,
    fields? [name text, value text]
    """
  }
}
