internal import QixShake

/// Who watches in a simulation.
enum Viewer: String, Sendable, CaseIterable {
  /// Plays it from end to end, and sees it.
  case honest
  /// Plays the beginning, and jumps to the end.
  case skip
  /// Plays it in a tab that nobody sees.
  case hidden
  /// Plays it faster than the campaign allows.
  case fast
  /// Plays the beginning, and sends the same heartbeats again and again.
  case replay
  /// Says without waiting that it has watched everything, and answers what it was not asked.
  case bot
}

/// A player that plays to the server's clock, or cheats.
struct SimulatedPlayer {
  /// A message and what became of it.
  struct Event: Sendable, Equatable {
    /// Seconds since the start, by the server's clock.
    let after: Double
    let step: String
    /// Seconds; nil where none was said.
    let position: Double?
    /// The next step, or what it was refused for, or `won`.
    let answer: String
    /// Seconds that the server counts; nil where it didn't say.
    let watched: Double?
  }

  let viewer: Viewer
  /// How many seconds its own clock runs in one of the server's.
  let speed: Int64
  /// The answer it takes to be right; nil for the first choice.
  let knows: String?
  let clock: any Clock
  let send: (JSONObject) throws -> ShakeAnswer
  /// Told of each event.
  let tell: (Event) -> Void

  private(set) var events: [Event] = []
  private var began = Timestamp(microseconds: 0)
  private var credentials = JSONObject()
  private var interval: Double = 5
  private var length: Double = 0
  private var fastest: Double = 2
  private var sequence: Int64 = 0
  private var position: Double = 0
  private var isAnswered = false

  init(
    _ viewer: Viewer, speed: Int64, knows: String?, clock: any Clock, tell: @escaping (Event) -> Void = { _ in },
    send: @escaping (JSONObject) throws -> ShakeAnswer
  ) {
    (self.viewer, self.speed, self.knows, self.clock) = (viewer, speed, knows, clock)
    (self.tell, self.send) = (tell, send)
  }

  /// Plays to the end.
  /// - Returns: the answer to the last message: to `finish`, or to a `start` that was refused.
  mutating func play() throws -> ShakeAnswer {
    let start = try tryStart()
    guard case .needsMore(let step) = start.outcome else { return start }
    credentials["session"] = step.fields["session"] ?? .null
    credentials["nonce"] = step.fields["nonce"] ?? .null
    interval = step.fields["heartbeat_seconds"]?.double ?? interval
    length = step.fields["seconds"]?.double ?? 0
    fastest = step.fields["fastest"]?.double ?? fastest
    switch viewer {
    case .honest, .hidden: try watch(to: length, rate: 1)
    case .fast: try watch(to: length, rate: 2 * fastest)
    case .skip:
      try watch(to: min(3 * interval, length), rate: 1)
      position = max(position, length - interval)
      wait()
      try beat(rate: 1)
    case .replay: try replay()
    case .bot: try rush()
    }
    return try finish()
  }

  /// Sends the first message alone.
  mutating func tryStart() throws -> ShakeAnswer {
    began = clock.now()
    return try say("start", JSONObject())
  }

  /// Plays on, a heartbeat after each interval; the last part goes with `finish`.
  private mutating func watch(to end: Double, rate: Double) throws {
    while position + interval * rate < end {
      wait()
      position += interval * rate
      try beat(rate: rate)
    }
  }

  private func wait() { clock.sleep(microseconds: Int64(interval * 1_000_000) / max(1, speed)) }

  private mutating func beat(rate: Double) throws {
    sequence += 1
    let answer = try say("heartbeat", player(rate: rate))
    try answerIfAsked(answer)
  }

  private mutating func answerIfAsked(_ answer: ShakeAnswer) throws {
    guard !isAnswered, case .needsMore(let step) = answer.outcome, step.name == "answer",
      let choices = step.fields["choices"]?.array?.compactMap(\.string), let first = choices.first
    else { return }
    isAnswered = true
    var message = credentials
    message["answer"] = .string(knows ?? first)
    _ = try say("answer", message)
  }

  private mutating func replay() throws {
    try watch(to: min(4 * interval, length), rate: 1)
    let times = Int((length / interval).rounded(.up))
    let last = sequence
    for time in 0..<times {
      wait()
      // The last one again, then the one before it.
      var message = player(rate: 1)
      message["sequence"] = .integer(max(1, last - Int64(time % 2)))
      _ = try say("heartbeat", message)
    }
  }

  private mutating func rush() throws {
    var guess = credentials
    guess["answer"] = .string(knows ?? "yes")
    _ = try say("answer", guess)
    while position + interval < length {
      position += interval
      sequence += 1
      _ = try say("heartbeat", player(rate: 1))
    }
  }

  private mutating func finish() throws -> ShakeAnswer {
    if viewer != .bot, viewer != .replay {
      let rate = viewer == .fast ? 2 * fastest : 1
      let rest = max(0, length - position) / rate
      clock.sleep(microseconds: Int64(rest * 1_000_000) / max(1, speed))
    }
    if viewer != .replay { position = length }
    sequence += 1
    let rate = viewer == .fast ? 2 * fastest : 1
    let answer = try say("finish", player(rate: rate))
    guard case .needsMore = answer.outcome else { return answer }
    try answerIfAsked(answer)
    return try say("finish", credentials)
  }

  private func player(rate: Double) -> JSONObject {
    var message = credentials
    message["sequence"] = .integer(sequence)
    message["position"] = .double(position)
    message["visible"] = .bool(viewer != .hidden)
    message["muted"] = .bool(false)
    message["rate"] = .double(rate)
    return message
  }

  private mutating func say(_ step: String, _ message: JSONObject) throws -> ShakeAnswer {
    var message = message
    message["step"] = .string(step)
    let answer = try send(message)
    var watched: Double?
    let outcome: String
    switch answer.outcome {
    case .won(let coins, _): outcome = "won \(coins)"
    case .wonGift(let gift): outcome = "won \(gift.gift)"
    case .nothing, .waits: outcome = "nothing"
    case .refused(let refusal): outcome = refusal.code
    case .needsMore(let next):
      outcome = next.name
      watched = next.fields["watched_seconds"]?.double
    }
    let event = Event(
      after: Double(clock.now().microseconds - began.microseconds) / 1_000_000, step: step,
      position: message["position"]?.double, answer: outcome, watched: watched)
    events.append(event)
    tell(event)
    return answer
  }
}
