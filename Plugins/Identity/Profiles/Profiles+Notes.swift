internal import IdentityContract
internal import QixCrypto
internal import QixModule

/// Marks a note on a user: `not_…`.
enum NoteTag: IdentifierTag {
  static let prefix = "not"
}

typealias NoteID = Identifier<NoteTag>

/// A note that somebody has made on a user.
struct Note: Sendable {
  let id: NoteID
  let at: Timestamp
  let by: String
  let text: String
}

/// Notes on users, under the users' own keys: gone with those.
extension Profiles {
  /// Characters of a note.
  static let longestNote = 2_000

  func add(_ text: String, on user: UserID, by actor: String, in connection: Connection) throws -> Note {
    guard !text.isEmpty, text.unicodeScalars.count <= Self.longestNote else {
      throw Failure(
        "identity.malformed-note", .usage, "a note has 1 to \(Self.longestNote) characters",
        hint: "Shorten the note, or split it in two.")
    }
    var generator = IdentifierGenerator(random: keys.random)
    let now = clock.now()
    let note = Note(id: generator.next(at: now), at: now, by: actor, text: text)
    try keep(note, of: user, key: keys.keyOrNew(of: user, in: connection), in: connection)
    return note
  }

  /// The oldest first.
  func notes(on user: UserID, in connection: Connection) throws -> [Note] {
    guard let key = try keys.key(of: user, in: connection) else { return [] }
    return try connection.fetchAll(
      "SELECT note, made_at, made_by, box FROM identity_notes WHERE user = \(user) ORDER BY note"
    ) { try Self.read($0, of: user, key: key) }
  }

  /// Nil for one that is gone.
  func note(_ id: NoteID, on user: UserID, in connection: Connection) throws -> Note? {
    guard let key = try keys.key(of: user, in: connection) else { return nil }
    return try connection.fetchOne(
      "SELECT note, made_at, made_by, box FROM identity_notes WHERE note = \(id) AND user = \(user)"
    ) { try Self.read($0, of: user, key: key) }
  }

  private static func read(_ row: Row, of user: UserID, key: borrowing SecretBytes) throws -> Note {
    let id: NoteID = try row["note"]
    let text = try PersonalBox.open(row["box"], place(ofNote: id, user), key: key)
    return Note(id: id, at: row["made_at"], by: row["made_by"], text: text)
  }

  /// - Parameter key: the user's.
  func keep(_ note: Note, of user: UserID, key: borrowing SecretBytes, in connection: Connection) throws {
    let box = PersonalBox.seal(note.text, Self.place(ofNote: note.id, user), key: key, random: keys.random)
    try connection.execute(
      """
      INSERT INTO identity_notes (note, user, made_at, made_by, box)
      VALUES (\(note.id), \(user), \(note.at), \(note.by), \(box))
      """)
  }

  private static func place(ofNote id: NoteID, _ user: UserID) -> AssociatedData {
    var place = AssociatedData("qix-identity-note/1")
    place.append(user.bytes)
    place.append(id.bytes)
    return place
  }
}
