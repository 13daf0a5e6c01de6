internal import CoinsContract
internal import QixCrypto
package import QixModule
package import VaultContract

/// What requests keep, under a key of the vault: the command with its values, and the answer that it gave.
///
/// The values go when the request is used, declined or ended, by a trigger of the table. All of it goes when its time is
/// over, and with an erasure.
final class RequestBoxes: Sendable {
  enum Content: Int64 {
    case line = 1
    case answer
  }

  /// The name of the vault's key.
  static let name = "approvals"
  private let key: SecretBytes

  private init(_ key: consuming SecretBytes) { self.key = key }

  /// The boxes of an open vault. It asks for no passphrase.
  /// - Parameter making: whether the key is made if there is none, in a transaction of its own: the vault's agent would
  ///   take the vault for set back if a key that it has seen were taken back.
  /// - Returns: nil where the vault is locked, or there is none, or nothing is kept.
  static func opened(making: Bool = false, in context: Context) throws -> RequestBoxes? {
    guard let store = try context.service(ifProvided: Secrets.inspection)?.store(of: context.database) else {
      return nil
    }
    if let boxes = try find(store, in: context) { return boxes }
    guard making else { return nil }
    return try context.database.write(Change("coins.approval-key")) { connection, _ in
      RequestBoxes(try store.key(name, of: CoinsModule.id, in: connection))
    }
  }

  /// The boxes of a vault that is opened for it.
  /// - Throws: `VaultError.locked` and what else opening the vault throws.
  static func open(_ context: Context) throws -> RequestBoxes? { try find(context.service(Secrets.store), in: context) }

  private static func find(_ store: any SecretStore, in context: Context) throws -> RequestBoxes? {
    try context.database.read { connection in
      guard let key = try store.keyIfMade(name, of: CoinsModule.id, in: connection) else { return nil }
      return RequestBoxes(key)
    }
  }

  static func has(_ content: Content, of id: ApprovalID, in connection: Connection) throws -> Bool {
    try connection.has(
      "SELECT 1 FROM coins_approval_boxes WHERE approval = \(id) AND content = \(content.rawValue)")
  }

  /// Keeps something once: what is there stays.
  /// - Returns: whether it was not there.
  func keep(
    _ text: String, as content: Content, of id: ApprovalID, random: any RandomSource, in connection: Connection
  ) throws -> Bool {
    var bytes = Array(text.utf8)
    let box = SecretBox.seal(
      SecretBytes(wiping: &bytes), key: key, associated: Self.place(of: content, id), random: random)
    try connection.execute(
      """
      INSERT INTO coins_approval_boxes (approval, content, box) VALUES (\(id), \(content.rawValue), \(box))
      ON CONFLICT (approval, content) DO NOTHING
      """)
    return connection.changes == 1
  }

  /// - Throws: `StorageError.corrupt` for what was not put there.
  func text(_ content: Content, of id: ApprovalID, in connection: Connection) throws -> String? {
    let box: [UInt8]? = try connection.fetchOne(
      "SELECT box FROM coins_approval_boxes WHERE approval = \(id) AND content = \(content.rawValue)")
    guard let box else { return nil }
    guard let opened = SecretBox.open(box, key: key, associated: Self.place(of: content, id)) else {
      throw StorageError.corrupt("what the request \(id) keeps doesn't open under the vault's key")
    }
    return opened.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  func line(of id: ApprovalID, in connection: Connection) throws -> KeptLine? {
    try text(.line, of: id, in: connection).flatMap(KeptLine.init(json:))
  }

  /// Takes away what belongs to requests whose time is over.
  static func wipe(at now: Timestamp, in connection: Connection) throws {
    try connection.execute(
      """
      DELETE FROM coins_approval_boxes
      WHERE approval IN (SELECT approval FROM coins_approvals WHERE expires_at <= \(now))
      """)
  }

  /// Takes away what belongs to requests about a user.
  static func wipe(about user: UserID, in connection: Connection) throws {
    try connection.execute(
      """
      DELETE FROM coins_approval_boxes WHERE approval IN (
        SELECT approval FROM coins_approvals WHERE recipient = \(user) OR operation LIKE \("%\(user)%"))
      """)
  }

  private static func place(of content: Content, _ id: ApprovalID) -> AssociatedData {
    var place = AssociatedData("qix-approval-\(content)/1")
    place.append(id.bytes)
    return place
  }
}

extension RunningLine {
  /// Keeps the line with a request, once the transaction is over that has written the request down. A request that waits
  /// without values is run as before: by the same command.
  func keep(with id: ApprovalID, in context: Context) {
    guard let line = kept else { return }
    afterwards {
      guard try context.database.read({ try !RequestBoxes.has(.line, of: id, in: $0) }),
        let boxes = try RequestBoxes.opened(making: true, in: context)
      else { return }
      try context.database.write(Change("coins.keep-request", subject: "\(id)")) { connection, _ in
        guard try Approval.find(id, in: connection).state == .pending else { return }
        if try boxes.keep(line.json, as: .line, of: id, random: context.random, in: connection) {
          try connection.tell("approval.kept", of: id)
        }
      }
    }
  }
}

extension CoinsModule: KeyedDataHolding {
  package static func keyedData(in connection: Connection) throws -> [KeyedData] {
    let requests: Int64 = try connection.fetchOne("SELECT count(DISTINCT approval) FROM coins_approval_boxes") ?? 0
    return requests == 0
      ? [] : [KeyedData("values of \(requests.counted("request"))", of: id, keys: [RequestBoxes.name])]
  }
}
