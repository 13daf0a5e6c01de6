internal import QixShake

/// A campaign's settings of the Video shake.
struct VideoTerms: Sendable, Equatable {
  struct Question: Sendable, Equatable {
    let text: String
    let choices: [String]
    let right: String
    /// Milliseconds from when it is put.
    let patience: Int64
  }

  let video: String
  let question: Question?
  /// Microseconds that a session may last; nil for what follows from the video's length.
  let limit: Int64?
  let isOnce: Bool
  let reserves: Bool
  private let rules: WatchRules

  static let settings = [
    ShakeSetting("video", .text(most: 64), "the video's name, from `qix video list`", isRequired: true),
    ShakeSetting("coverage", .number(0.01...1), "the share of the video that must be watched", default: 0.9),
    ShakeSetting("slowest", .number(0.1...1), "the slowest playback rate that counts", default: 0.5),
    ShakeSetting("fastest", .number(1...16), "the fastest playback rate that counts", default: 2.0),
    ShakeSetting(
      "hidden", .integer(0...86_400), "seconds in total that the player may be hidden", default: 5),
    ShakeSetting("muted", .boolean, "whether it counts without sound", default: true),
    ShakeSetting("heartbeat", .integer(1...60), "seconds between two heartbeats", default: 5),
    ShakeSetting("tolerance", .integer(1...120), "seconds that a heartbeat may come late", default: 5),
    ShakeSetting("question", .text(most: 500), "a question, asked at a random time"),
    ShakeSetting("choices", .list(of: .text(most: 200), most: 10), "its answers, including the right one"),
    ShakeSetting("right", .text(most: 200), "the right answer"),
    ShakeSetting("patience", .integer(3...600), "seconds to answer the question", default: 30),
    ShakeSetting("limit", .period, "how long a session lasts (default: four times the video and ten minutes)"),
    ShakeSetting("once", .boolean, "whether a user can be paid only once for the video", default: true),
    ShakeSetting("reserve", .boolean, "whether the budget reserves coins while a user watches", default: false),
  ]

  init(_ settings: ShakeSettings) {
    video = settings.text("video") ?? ""
    rules = WatchRules(
      length: 0, coverage: settings.number("coverage") ?? 0.9,
      rates: Self.thousandths(settings.number("slowest") ?? 0.5)...Self.thousandths(settings.number("fastest") ?? 2),
      hidden: (settings.integer("hidden") ?? 5) * 1_000, allowsMuted: settings.boolean("muted"),
      interval: (settings.integer("heartbeat") ?? 5) * 1_000,
      tolerance: (settings.integer("tolerance") ?? 5) * 1_000)
    question = settings.text("question").map { text in
      Question(
        text: text, choices: settings["choices"].array?.compactMap(\.string) ?? [],
        right: settings.text("right") ?? "", patience: (settings.integer("patience") ?? 30) * 1_000)
    }
    // From the first day of 2000: a month has a length only in the calendar, and a limit should not depend on the day.
    limit = settings.period("limit").map { period in
      Timestamp(microseconds: 946_684_800_000_000).adding(period).microseconds - 946_684_800_000_000
    }
    isOnce = settings.boolean("once")
    reserves = settings.boolean("reserve")
  }

  private static func thousandths(_ rate: Double) -> Int64 { Int64((rate * 1_000).rounded()) }

  func rules(length: Int64) -> WatchRules {
    var rules = rules
    rules.length = length
    return rules
  }

  /// Microseconds.
  func limit(length: Int64) -> Int64 { limit ?? (4 * length + 600_000) * 1_000 }

  /// Faults that only several settings together show.
  func faults(length: Int64?, hasChoicesWithoutQuestion: Bool) -> [String] {
    var faults: [String] = []
    if hasChoicesWithoutQuestion { faults.append("choices or a right answer need a question") }
    if let question {
      if question.choices.count < 2 { faults.append("the question needs at least two choices") }
      if Set(question.choices).count != question.choices.count {
        faults.append("the question has the same choice twice")
      }
      if !question.choices.contains(question.right) {
        faults.append("the right answer is not among the choices of the question")
      }
    }
    guard let length else {
      faults.append("there is no video '\(video)'; add it with `qix video add`")
      return faults
    }
    let rules = rules(length: length)
    if limit(length: length) / 1_000 < rules.needed * 1_000 / rules.rates.upperBound {
      faults.append("the session's limit is shorter than the part of the video that must be watched")
    }
    return faults
  }
}
