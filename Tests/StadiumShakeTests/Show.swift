import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixSound
import QixTerminal
import QixTesting
import QixWatermarkChannels

@testable import StadiumShake

/// A show in a home: an event whose music is marked, a campaign that pays ten coins, two users with phones.
struct Show {
  let home: TestHome
  let stage: ShakeStage
  /// When the music begins: with the event.
  let start: Timestamp
  /// At `rate`, from the event's beginning on.
  let music: [Float]
  let marked: [Float]

  static let rate = 16_000

  /// - Parameters:
  ///   - settings: of the campaign.
  ///   - event: what more is said of the event.
  init(_ home: TestHome, settings: JSONValue = [:], event: String = "", seconds: Double = 36) throws {
    self.home = home
    start = home.clock.now()
    try home.done("stadium event add derby --start \(start) --length 2h \(event)")
    stage = try ShakeStage(home, StadiumShake.self, settings: settings)
    for user in ["ada", "bob"] { _ = try stage.user(user) }
    music = MadeUpMusic.make(seconds: seconds, rate: Self.rate)
    try Self.write(music, to: "\(home.path)/music.wav")
    try home.done("stadium embed --event derby --start \(start) \(home.path)/music.wav \(home.path)/marked.wav")
    marked = try Self.read("\(home.path)/marked.wav")
  }

  /// Lends one, with a vault.
  static func with(
    settings: JSONValue = [:], event: String = "", seconds: Double = 36, _ body: (Show) throws -> Void
  ) throws {
    try TestHome.initialised(vault: true) { home in
      try body(Show(home, settings: settings, event: event, seconds: seconds))
    }
  }

  static func write(_ samples: [Float], to path: String, rate: Int = rate) throws {
    let shape = SoundShape(format: .s16le, rate: rate, channels: 1, hasHeader: true, frames: samples.count)
    try Data(shape.header + shape.data([samples])).write(to: URL(filePath: path))
  }

  static func read(_ path: String) throws -> [Float] {
    var rest = Array(try Data(contentsOf: URL(filePath: path)))[...]
    var stream = try SoundStream { buffer in
      let part = rest.prefix(buffer.count)
      buffer.copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return part.count
    }
    var samples: [Float] = []
    while let block = try stream.next() { samples += block[0] }
    return samples
  }

  /// Lets the clock stand at a second of the show.
  func at(_ second: Double) { home.clock.set(start.advanced(byMicroseconds: Int64(second * 1e6))) }

  /// What a phone has recorded: its file.
  func recording(
    from: Double, seconds: Double, of music: [Float]? = nil, through effects: [QixWatermarkChannels.Effect] = [],
    seed: UInt64 = 1,
    name: String = "heard"
  ) throws -> String {
    var random = RandomNumbers(seed: seed)
    var samples = music ?? marked
    for effect in effects { samples = effect.apply(to: samples, rate: Self.rate, random: &random) }
    let path = "\(home.path)/\(name).wav"
    try Self.write(Array(samples.dropFirst(Int(from * 16_000)).prefix(Int(seconds * 16_000))), to: path)
    return path
  }

  /// The answer to a shake with a file.
  func shake(
    _ user: String, _ path: String, key: String? = nil, position: (Double, Double)? = nil, extra: [String] = []
  ) throws -> Answer {
    var words = ["shake", "stadium", "--json", "--user", user, "--campaign", "stage", "--audio", path]
    if let key { words += ["--idempotency-key", key] }
    var input = ""
    if let position {
      words += ["--evidence", "-"]
      input = "{\"latitude\": \(position.0), \"longitude\": \(position.1)}"
    }
    return try Answer(home.qix(words + extra, input: input))
  }

  struct Answer {
    let exitCode: Int32
    let outcome: String?
    let coins: Int64?
    let slot: Int64?
    let code: String?
    let isReplay: Bool
    let text: String

    init(_ outcome: (exitCode: Int32, output: String, errors: String)) {
      exitCode = outcome.exitCode
      text = outcome.output + outcome.errors
      let answer = (try? JSONValue(parsing: outcome.output)) ?? .null
      let error = outcome.errors.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }.last?[
        "error"]
      self.outcome = answer["outcome"]?.string
      coins = answer["coins"]?.integer
      slot = answer["slot"]?.integer
      isReplay = answer["replayed"]?.bool ?? false
      code = error?["code"]?.string
    }

    init(_ outcome: TestTerminal.Outcome) {
      self.init((exitCode: outcome.exitCode, output: outcome.output, errors: outcome.errors))
    }
  }
}
