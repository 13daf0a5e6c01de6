internal import QixCrypto
internal import QixShake
internal import QixWatermark
internal import VaultContract

/// The two keys of an event, subkeys of one that the vault keeps.
///
/// Whoever has the sequences' key can look for the mark of words that they are told; only the words' key makes words. So
/// a worker that searches a stranger's sound gets the first, and the words of some slots.
final class EventKeys: Sendable {
  /// The name of the key that the vault keeps.
  static let name = "marks"

  /// 32 bytes.
  let sequences: [UInt8]
  private let words: SecretBytes

  /// The numbers of the subkeys; one in use is never given another purpose.
  private init(_ master: borrowing SecretBytes, of event: Int64) {
    let key = KeyDerivation.subkey(UInt64(2 * event), of: master, context: "stadiums")
    sequences = key.withUnsafeBytes { Array($0) }
    words = KeyDerivation.subkey(UInt64(2 * event + 1), of: master, context: "stadiums")
  }

  /// Makes the vault's key where there is none yet, in a transaction of its own: the vault's agent would take the vault
  /// for set back if a key that it has seen were taken back with a change that fails.
  static func ensure(_ context: Context) throws {
    let store = try context.service(Secrets.store)
    let module = StadiumShakeModule.id
    let isMade = try context.database.read { connection in
      if try store.keyIfMade(name, of: module, in: connection) != nil { return true }
      let isUsed = try connection.has("SELECT 1 FROM stadiumshake_events LIMIT 1")
      if isUsed { throw StadiumShakeError.keyMissing }
      return false
    }
    guard !isMade else { return }
    try context.database.write(Change("stadiumshake.key")) { connection, _ in
      _ = try store.key(name, of: module, in: connection)
    }
  }

  /// Those of events, by their numbers.
  /// - Throws: `StadiumShakeError.keyMissing` where the vault has no key, or what opening the vault throws.
  static func open(_ events: [Event], _ context: Context) throws -> [Int64: EventKeys] {
    guard !events.isEmpty else { return [:] }
    let store = try context.service(Secrets.store)
    return try context.database.read { connection in
      guard let master = try store.keyIfMade(name, of: StadiumShakeModule.id, in: connection) else {
        throw StadiumShakeError.keyMissing
      }
      var keys: [Int64: EventKeys] = [:]
      for event in events { keys[event.number] = EventKeys(master, of: event.number) }
      return keys
    }
  }

  /// - Throws: as `open` of several.
  static func open(_ event: Event, _ context: Context) throws -> EventKeys {
    guard let keys = try open([event], context)[event.number] else { throw StadiumShakeError.keyMissing }
    return keys
  }

  var book: CodeBook { CodeBook(sequences: Self.sequenceHash(sequences), words: wordHash) }

  /// Words of slots of an event, in their order.
  func words(of slots: ClosedRange<Int64>, event: Int64) -> [[UInt8]] {
    let words = CodeBook.Words(wordHash)
    return slots.map { words.word(Payload(event: UInt32(event), slot: UInt16($0))) }
  }

  private var wordHash: KeyedHash { KeyedHash { BLAKE2b.mac($0, key: self.words, size: 64) } }

  /// The hash that makes the sequences, with its key in front of the message: BLAKE2b needs no more to be keyed, and a
  /// worker without rights has no protected memory for a key.
  static func sequenceHash(_ key: [UInt8]) -> KeyedHash { KeyedHash { BLAKE2b.hash(key + $0, size: 64) } }
}
