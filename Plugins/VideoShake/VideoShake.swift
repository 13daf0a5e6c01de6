internal import QixCrypto
internal import QixShake
internal import VaultContract

/// The Video shake: a session whose truth is the server's clock. docs/video.md has the protocol, message by message.
struct VideoShake: PreparedShakeType {
  static let name = "video"
  static let summary = "watches a video; seeking, hiding it and playing it too fast don't count"
  static let settings = VideoTerms.settings

  static let needsVault = true

  enum Step: String, CaseIterable {
    case start, heartbeat, answer, finish
  }

  static let evidence = [
    EvidenceField("step", .choice(Step.allCases.map(\.rawValue)), "what the player does now", isRequired: true),
    EvidenceField("session", .text(most: 64), "the session's id, of the answer to start"),
    EvidenceField("nonce", .text(most: 64), "the session's nonce, of the same answer"),
    EvidenceField("sequence", .integer(1...1_000_000_000), "the heartbeat's number, greater than the one before"),
    EvidenceField("position", .number(0...86_400), "the player's position, in seconds"),
    EvidenceField("visible", .boolean, "whether the player is visible"),
    EvidenceField("muted", .boolean, "whether it plays without sound"),
    EvidenceField("rate", .number(0...100), "the player's playback rate, even while paused"),
    EvidenceField("answer", .text(most: 200), "the chosen answer, word for word"),
  ]

  let terms: VideoTerms
  private let hasChoicesWithoutQuestion: Bool
  private var tools: Tools?

  /// Tools that only the program has.
  private struct Tools: Sendable {
    let store: any SecretStore
    let random: any RandomSource
    /// Nil while nobody has made it.
    let key: SessionKey?
  }

  init(_ settings: ShakeSettings) {
    terms = VideoTerms(settings)
    hasChoicesWithoutQuestion =
      settings.text("question") == nil && !(settings["choices"].isNull && settings["right"].isNull)
  }

  /// Opens the vault.
  mutating func prepare(in context: Context) throws {
    let store = try context.service(Secrets.store)
    let key = try context.database.read { connection in
      let made = try store.keyIfMade("sessions", of: VideoShakeModule.id, in: connection)
      return if let made { SessionKey(made) } else { nil as SessionKey? }
    }
    tools = Tools(store: store, random: context.random, key: key)
  }

  func faults(in connection: Connection) throws -> [String] {
    terms.faults(
      length: try Video.find(terms.video, in: connection)?.length,
      hasChoicesWithoutQuestion: hasChoicesWithoutQuestion)
  }

  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    guard let tools else {
      throw Failure("videoshake.not-prepared", .failed, "the key of watch sessions was not loaded before the shake")
    }
    // One that is made now belongs to this transaction, which may be taken back: it is not kept in memory.
    let key =
      try tools.key ?? SessionKey(tools.store.key("sessions", of: VideoShakeModule.id, in: connection))
    let service = WatchService(terms: terms, key: key, attempt: attempt, connection: connection)
    return try .deciding {
      switch attempt.evidence.text("step").flatMap(Step.init) {
      case .start: try service.start(random: tools.random)
      case .heartbeat: try service.heartbeat()
      case .answer: try service.answer()
      case .finish: try service.finish()
      case nil: throw WatchRefusal.incomplete("step")
      }
    }
  }
}
