internal import QixShake

/// The reasons for which a step of a watch session doesn't count.
enum WatchRefusal {
  static func incomplete(_ name: String) -> Refusal {
    Refusal("videoshake.incomplete", "the step lacks '\(name)'", hint: "Update the app.")
  }
  static let videoGone = Refusal("videoshake.video-gone", "the video is not there any more")
  static let watchedAlready = Refusal("videoshake.watched-already", "the video was already watched")
  /// No such session, another user's, or one whose nonce is not what the server gave: one answer for all three.
  static let unknownSession = Refusal(
    "videoshake.session-unknown", "there is no such watch session", hint: "Start again.")
  static let replaced = Refusal(
    "videoshake.session-replaced", "another session was started since: one counts at a time", hint: "Start again.")
  static let finishedAlready = Refusal("videoshake.session-finished", "this session is already finished")
  static let over = Refusal("videoshake.session-over", "the session's time is over", hint: "Start again.")
  static let noQuestion = Refusal("videoshake.no-question", "nothing is asked about this video")
  static let notAsked = Refusal("videoshake.question-not-asked", "the question was not put yet", hint: "Watch on.")
  static let answeredLate = Refusal("videoshake.answer-late", "the answer came too late", hint: "Start again.")
  static let unknownAnswer = Refusal(
    "videoshake.answer-unknown", "that is none of the answers", hint: "Choose one of the answers, word for word.")
  /// - Parameters: milliseconds.
  static func tooLittle(watched: Int64, needed: Int64, main: Loss?) -> Refusal {
    Refusal(
      "videoshake.too-little-watched",
      "\(Self.seconds(watched)) seconds were watched, and \(Self.seconds(needed)) are needed",
      hint: "Watch what is missing. " + Self.advice(main))
  }
  static let unanswered = Refusal(
    "videoshake.question-unanswered", "the question was not answered in time", hint: "Start again.")
  static let wrong = Refusal("videoshake.question-wrong", "the question was not answered rightly", hint: "Start again.")

  private static func advice(_ loss: Loss?) -> String {
    switch loss {
    case .jump: "What is skipped doesn't count."
    case .hidden: "While the player is hidden nothing counts."
    case .muted: "Without sound nothing counts."
    case .rate: "At that rate nothing counts."
    case .gap: "Where the player isn't heard of for too long, nothing counts."
    case nil: "Then finish."
    }
  }

  /// `13.5`, rounded down to a tenth.
  private static func seconds(_ milliseconds: Int64) -> String {
    let tenth = milliseconds / 100 % 10
    return tenth == 0 ? "\(milliseconds / 1_000)" : "\(milliseconds / 1_000).\(tenth)"
  }
}
