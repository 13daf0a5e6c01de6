internal import QixShake

extension WatchService {
  /// The session that the attempt goes on with.
  /// - Throws: `WatchRefusal` where it is none of this user in this campaign, or can't go on.
  func open() throws -> WatchSession {
    guard let text = attempt.evidence.text("session") else { throw WatchRefusal.incomplete("session") }
    guard let nonce = attempt.evidence.text("nonce") else { throw WatchRefusal.incomplete("nonce") }
    guard let id = VideoSessionID(text), let session = try WatchSession.find(id, in: connection),
      key.isNonce(nonce, of: session), session.user == attempt.user, session.campaign == attempt.campaign
    else { throw WatchRefusal.unknownSession }
    switch session.state {
    case .open: break
    case .finished: throw WatchRefusal.finishedAlready
    case .ended: throw WatchRefusal.replaced
    }
    if session.isOver(at: attempt.at) { throw WatchRefusal.over }
    return session
  }

  /// The player's account of itself, and the heartbeat's number.
  func player() throws -> (PlayerState, sequence: Int64) {
    let evidence = attempt.evidence
    guard let sequence = evidence.integer("sequence"), (1...1_000_000_000).contains(sequence) else {
      throw WatchRefusal.incomplete("sequence")
    }
    guard let position = evidence.number("position"), (0...86_400).contains(position) else {
      throw WatchRefusal.incomplete("position")
    }
    guard let rate = evidence.number("rate"), (0...100).contains(rate) else { throw WatchRefusal.incomplete("rate") }
    guard let isVisible = evidence["visible"].bool else { throw WatchRefusal.incomplete("visible") }
    guard let isMuted = evidence["muted"].bool else { throw WatchRefusal.incomplete("muted") }
    let player = PlayerState(
      at: attempt.at.microseconds / 1_000, position: Int64((position * 1_000).rounded(.down)), isVisible: isVisible,
      isMuted: isMuted, rate: Int64((rate * 1_000).rounded()))
    return (player, sequence)
  }

  func askIfDue(_ session: inout WatchSession, _ rules: WatchRules) {
    guard terms.question != nil, session.asked == nil,
      session.watch.watched.total >= key.momentOfQuestion(in: session.id, needed: rules.needed)
    else { return }
    session.asked = attempt.at
  }

  /// By the greatest time that the session knows: a clock that is set back gives nobody more time.
  func isInTime(_ asked: Timestamp, _ question: VideoTerms.Question, _ session: WatchSession) -> Bool {
    max(session.latest, attempt.at).microseconds - asked.microseconds <= question.patience * 1_000
  }

  /// The player's next step: watch on, answer the question, or finish.
  func next(_ session: WatchSession, _ rules: WatchRules, notCounted: String? = nil) -> NextStep {
    let watched = session.watch.watched.total
    var step = NextStep(
      watched >= rules.needed ? "finish" : "heartbeat",
      watched >= rules.needed
        ? .keyed("videoshake.finish", "you watched enough: finish now") : .keyed("videoshake.watch-on", "watch on"),
      until: session.until,
      reserves: terms.reserves)
    if let question = terms.question, let asked = session.asked, session.answered == nil,
      isInTime(asked, question, session)
    {
      step = NextStep(
        "answer", .keyed("videoshake.answer", "answer the question, and keep playing"), until: session.until,
        reserves: terms.reserves)
      step.fields["question"] = .string(question.text)
      step.fields["choices"] = .array(key.order(question.choices, in: session.id).map(JSONValue.string))
      step.fields["answer_until"] = .string("\(asked.advanced(byMicroseconds: question.patience * 1_000))")
    }
    step.fields["sequence"] = .integer(session.sequence)
    step.fields["watched_seconds"] = .double(Double(watched) / 1_000)
    step.fields["needed_seconds"] = .double(Double(rules.needed) / 1_000)
    if let notCounted { step.fields["not_counted"] = .string(notCounted) }
    return step
  }
}
