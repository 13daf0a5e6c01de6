internal import QixShake

/// The reasons for which a step of a watch session doesn't count.
enum WatchRefusal {
  static func incomplete(_ name: String) -> Refusal {
    Refusal("videoshake.incomplete", "the step lacks '\(name)'", hint: "Update the app.")
  }
  static let videoGone = Refusal("videoshake.video-gone", "the video is no longer available")
  static let watchedAlready = Refusal("videoshake.watched-already", "you have already watched this video")
  /// No such session, another user's, or one whose nonce is not what the server gave: one answer for all three.
  static let unknownSession = Refusal(
    "videoshake.session-unknown", "this watch session does not exist", hint: "Start again.")
  static let replaced = Refusal(
    "videoshake.session-replaced",
    """
    you have started another session since; only one counts at a time
    """, hint: "Start again.")
  static let finishedAlready = Refusal("videoshake.session-finished", "this session is already finished")
  static let over = Refusal("videoshake.session-over", "the session has timed out", hint: "Start again.")
  static let noQuestion = Refusal("videoshake.no-question", "this video has no question")
  static let notAsked = Refusal("videoshake.question-not-asked", "the question was not asked yet", hint: "Watch on.")
  static let answeredLate = Refusal("videoshake.answer-late", "the answer came too late", hint: "Start again.")
  static let unknownAnswer = Refusal(
    "videoshake.answer-unknown", "that is not one of the answers", hint: "Choose one of the answers, word for word.")
  /// - Parameters: milliseconds.
  static func tooLittle(watched: Int64, needed: Int64, main: Loss?) -> Refusal {
    Refusal(
      "videoshake.too-little-watched",
      "you watched \(Self.seconds(watched)) of the \(Self.seconds(needed)) seconds needed",
      hint: Self.advice(main))
  }
  static let unanswered = Refusal(
    "videoshake.question-unanswered", "the question was not answered in time", hint: "Start again.")
  static let wrong = Refusal("videoshake.question-wrong", "the answer was wrong", hint: "Start again.")

  private static func advice(_ loss: Loss?) -> Sentence {
    switch loss {
    case .jump:
      .keyed("videoshake.too-little-watched.jump", "Watch the missing parts. Skipped parts don't count.")
    case .hidden:
      .keyed(
        "videoshake.too-little-watched.hidden",
        "Watch the missing parts. Keep the player visible: hidden time doesn't count.")
    case .muted:
      .keyed(
        "videoshake.too-little-watched.muted",
        "Watch the missing parts. Turn the sound on: muted time doesn't count.")
    case .rate:
      .keyed(
        "videoshake.too-little-watched.rate",
        "Watch the missing parts. Play at normal speed: this speed doesn't count.")
    case .gap:
      .keyed(
        "videoshake.too-little-watched.gap",
        "Watch the missing parts. Stay online: time without connection doesn't count.")
    case nil:
      .keyed("videoshake.too-little-watched.rest", "Watch the missing parts. Then finish.")
    }
  }

  /// `13.5`, rounded down to a tenth.
  private static func seconds(_ milliseconds: Int64) -> String {
    let tenth = milliseconds / 100 % 10
    return tenth == 0 ? "\(milliseconds / 1_000)" : "\(milliseconds / 1_000).\(tenth)"
  }
}
