internal import QixCrypto
internal import QixModule

/// Reasons and metadata. The same text in many transfers of a batch is stored once.
struct Details {
  struct Note {
    let number: Int64
    let digest: Hash256
  }

  private var last: Int64 = 0
  private var recent: [Text: Note] = [:]

  private struct Text: Hashable {
    let reason: String?
    let metadata: String?
  }

  /// So many different texts are remembered.
  private static let memory = 1_024

  init() {}

  init(in connection: Connection) throws {
    last = try connection.first("SELECT max(details) FROM coins_details") { $0.integer(0) } ?? 0
  }

  /// Whether `note` would have to store the text.
  func isNew(reason: String?, metadata: String?) -> Bool {
    (reason != nil || metadata != nil) && recent[Text(reason: reason, metadata: metadata)] == nil
  }

  /// Stores what a transfer says of itself; nil when it says nothing.
  mutating func note(reason: String?, metadata: String?, in connection: Connection) throws -> Note? {
    guard reason != nil || metadata != nil else { return nil }
    let text = Text(reason: reason, metadata: metadata)
    if let known = recent[text] { return known }
    last += 1
    let note = Note(number: last, digest: Self.digest(reason: reason, metadata: metadata))
    let insert = try connection.statement(
      "INSERT INTO coins_details (details, reason, metadata, digest) VALUES (?1, ?2, ?3, ?4)")
    insert.bind(note.number, at: 1)
    insert.bind(reason, at: 2)
    insert.bind(metadata, at: 3)
    note.digest.withUnsafeBytes { insert.bind(blob: $0, at: 4) }
    try insert.run()
    if recent.count >= Self.memory { recent.removeAll(keepingCapacity: true) }
    recent[text] = note
    return note
  }

  /// SHA-256 of both texts, each behind its length.
  static func digest(reason: String?, metadata: String?) -> Hash256 {
    var buffer = ByteBuffer()
    buffer.append(reason)
    buffer.append(metadata)
    var hasher = SHA256()
    buffer.withBytes { hasher.update($0) }
    return hasher.finish()
  }
}
