internal import QixShake

/// Answers one step of a watch session.
struct WatchService {
  let terms: VideoTerms
  let key: SessionKey
  let attempt: Attempt
  let connection: Connection

  /// A new session, which ends the user's open one, in another tab or on another device.
  func start(random: any RandomSource) throws -> Verdict {
    guard let video = try Video.find(terms.video, in: connection) else { throw WatchRefusal.videoGone }
    if terms.isOnce,
      try WatchSession.hasFinished(attempt.user, video.number, in: attempt.campaign, connection)
    {
      throw WatchRefusal.watchedAlready
    }
    try WatchSession.endOpen(of: attempt.user, in: connection)
    try WatchSession.forgetUnwatched(of: attempt.user, in: connection)
    var ids = IdentifierGenerator(random: random)
    let rules = terms.rules(length: video.length)
    let session = WatchSession(
      ids.next(VideoSessionTag.self, at: attempt.at), of: attempt.user, in: attempt.campaign, video, at: attempt.at,
      until: attempt.at.advanced(byMicroseconds: terms.limit(length: video.length)), rules: rules)
    try session.insert(in: connection)
    var step = NextStep(
      "heartbeat", .keyed("videoshake.start", "play the video, and report the player's position"), until: session.until,
      reserves: terms.reserves)
    step.fields["session"] = .string("\(session.id)")
    step.fields["nonce"] = .string(key.nonce(of: session))
    step.fields["video"] = .string(video.name)
    if let url = video.url { step.fields["url"] = .string(url) }
    step.fields["seconds"] = .double(Double(video.length) / 1_000)
    step.fields["needed_seconds"] = .double(Double(rules.needed) / 1_000)
    step.fields["heartbeat_seconds"] = .integer(rules.interval / 1_000)
    step.fields["tolerance_seconds"] = .integer(rules.tolerance / 1_000)
    step.fields["slowest"] = .double(Double(rules.rates.lowerBound) / 1_000)
    step.fields["fastest"] = .double(Double(rules.rates.upperBound) / 1_000)
    step.fields["muted"] = .bool(rules.allowsMuted)
    step.fields["until"] = .string("\(session.until)")
    return .needsMore(step)
  }

  func heartbeat() throws -> Verdict {
    var session = try open()
    let rules = terms.rules(length: session.length)
    let (player, sequence) = try player()
    // A refusal would end the shake. Whoever asks again, because an answer was lost on its way, or asks too often, is told
    // how things stand; nothing is written, and nothing counts twice.
    if sequence == session.sequence { return .needsMore(next(session, rules)) }
    if sequence < session.sequence { return .needsMore(next(session, rules, notCounted: "repeated")) }
    let gap = attempt.at.microseconds / 1_000 - session.watch.last.at
    if gap >= 0, gap < rules.shortestGap { return .needsMore(next(session, rules, notCounted: "too-soon")) }
    let before = session.watch.losses
    session.hear(player, sequence: sequence, at: attempt.at, rules)
    askIfDue(&session, rules)
    try session.save(in: connection)
    let loss = Loss.allCases.first { session.watch.losses[$0] != before[$0] }
    return .needsMore(next(session, rules, notCounted: loss?.name))
  }

  func answer() throws -> Verdict {
    var session = try open()
    guard let question = terms.question else { throw WatchRefusal.noQuestion }
    guard let asked = session.asked else { throw WatchRefusal.notAsked }
    // It can't be changed, and a message that is sent again must not end the shake.
    guard session.answered == nil else { return .needsMore(next(session, terms.rules(length: session.length))) }
    guard isInTime(asked, question, session) else { throw WatchRefusal.answeredLate }
    guard let answer = attempt.evidence.text("answer") else { throw WatchRefusal.incomplete("answer") }
    guard question.choices.contains(answer) else { throw WatchRefusal.unknownAnswer }
    session.answered = attempt.at
    session.isRight = answer == question.right
    session.latest = max(session.latest, attempt.at)
    try session.save(in: connection)
    // Whether it was right is told at the end: who guesses has to watch the video again for each guess.
    return .needsMore(next(session, terms.rules(length: session.length)))
  }

  func finish() throws -> Verdict {
    var session = try open()
    let rules = terms.rules(length: session.length)
    if attempt.evidence.integer("sequence") != nil {
      let (player, sequence) = try player()
      if sequence > session.sequence { session.hear(player, sequence: sequence, at: attempt.at, rules) }
    }
    guard session.watch.watched.total >= rules.needed else {
      let main = Loss.allCases.max { (session.watch.losses[$0] ?? 0) < (session.watch.losses[$1] ?? 0) }
      throw WatchRefusal.tooLittle(
        watched: session.watch.watched.total, needed: rules.needed,
        main: main.flatMap { session.watch.losses[$0] == nil ? nil : $0 })
    }
    askIfDue(&session, rules)
    if let question = terms.question {
      guard let asked = session.asked, session.answered != nil || isInTime(asked, question, session) else {
        throw WatchRefusal.unanswered
      }
      guard let isRight = session.isRight else {
        try session.save(in: connection)
        return .needsMore(next(session, rules))
      }
      guard isRight else { throw WatchRefusal.wrong }
    }
    session.state = .finished
    session.finished = attempt.at
    session.latest = max(session.latest, attempt.at)
    try session.save(in: connection)
    return .accepted(proof(session))
  }

  private func proof(_ session: WatchSession) -> Proof {
    var facts = JSONObject()
    facts["session"] = .string("\(session.id)")
    facts["coverage"] = .double((session.coverage * 10_000).rounded(.down) / 10_000)
    facts["seconds"] = .integer(session.watch.watched.total / 1_000)
    facts["took_seconds"] = .integer(
      max(0, attempt.at.microseconds - session.started.microseconds) / 1_000_000)
    facts["quartile"] = .string(session.quartile.name)
    return Proof(facts: facts, use: terms.isOnce ? SingleUse(.user, "video:\(session.video)") : nil)
  }
}
