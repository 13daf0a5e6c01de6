internal import QixHTTP
internal import QixModule
internal import Synchronization

/// Forms that arrive in several requests, each with a piece: a phone's line drops, and what has arrived isn't sent again.
///
/// A piece has the address, the fields and the idempotency key of the whole request, and says with `Upload-Offset` and
/// `Upload-Length` which bytes of the form it begins at (draft-ietf-httpbis-resumable-upload). The last piece is answered
/// as the whole form would be.
final class Uploads: Sendable {
  /// Microseconds for which a form is kept after its last piece; of one that is whole, for a client that got no answer.
  private static let life: Int64 = 3_600_000_000
  private static let lifeOfWhole: Int64 = 120_000_000
  /// Bytes that have arrived, and forms: of all clients, and of one address or token.
  private static let most = (bytes: 512 << 20, forms: 1_024)
  private static let mostOfOne = (bytes: 64 << 20, forms: 64)

  /// Which bytes of a form a request brings.
  struct Piece: Sendable {
    let offset: Int
    /// Bytes of the whole form.
    let length: Int

    /// - Returns: nil for a form that comes in one request.
    /// - Throws: `Problem` where the fields say nothing sensible.
    init?(_ fields: HTTPFields, most: Int) throws {
      let (offset, length) = (fields["Upload-Offset"], fields["Upload-Length"])
      guard offset != nil || length != nil else { return nil }
      guard let offset = Self.number(offset), let length = Self.number(length), length > 0, offset <= length else {
        throw Problem(
          400, "http.upload", "Upload-Offset and Upload-Length don't name bytes of a form",
          hint: "Send both: the number of the first byte of this piece, and the bytes of the whole form.")
      }
      guard length <= most else { throw Problem.tooLarge(form: most) }
      (self.offset, self.length) = (offset, length)
    }

    private static func number(_ text: String?) -> Int? {
      guard let text, text.utf8.allSatisfy({ ($0 &- 0x30) < 10 }) else { return nil }
      return Int(text)
    }
  }

  /// Who sends a piece, and what it belongs to.
  struct Sender: Sendable {
    /// A user or a token.
    let owner: String
    /// The whole request: its address and its idempotency key.
    let request: String
    /// The address or the token whose share of the room it takes.
    let place: String
    /// A customer sends one form at a time, so others of theirs are given up.
    let isCustomer: Bool

    fileprivate var name: String { "\(owner) \(request)" }
  }

  /// What has arrived of one form.
  final class Upload: Sendable {
    let file: NamelessFile
    let length: Int
    fileprivate let sender: Sender
    /// Nil while a piece arrives.
    fileprivate let idleSince: Mutex<Int64?>

    fileprivate init(_ file: NamelessFile, _ sender: Sender, length: Int) {
      (self.file, self.sender, self.length) = (file, sender, length)
      idleSince = Mutex(nil)
    }

    var isWhole: Bool { file.count == length }

    /// The field that says where the next piece begins.
    var fields: HTTPFields { Uploads.fields(file.count) }

    /// Lets the next piece come.
    func rest() { idleSince.withLock { $0 = ProcessFigures.microseconds } }

    fileprivate var idle: Int64? { idleSince.withLock { $0 } }
  }

  private let uploads = Mutex<[String: Upload]>([:])

  /// Takes the form that a piece continues, for this piece alone until `rest`.
  /// - Throws: `Problem` where the piece doesn't fit, or `StorageError`.
  func take(_ piece: Piece, from sender: Sender, in home: HomeFolder) throws -> Upload {
    try uploads.withLock { uploads in
      let now = ProcessFigures.microseconds
      uploads = uploads.filter { _, upload in
        guard let idle = upload.idle else { return true }
        return now - idle < (upload.isWhole ? Self.lifeOfWhole : Self.life)
      }
      if let known = uploads[sender.name] {
        guard known.idle != nil else { throw KeyedRequest.busy() }
        guard known.length == piece.length, known.file.count == piece.offset else {
          throw Self.elsewhere(known.file.count)
        }
        known.idleSince.withLock { $0 = nil }
        return known
      }
      guard piece.offset == 0 else { throw Self.elsewhere(0) }
      if sender.isCustomer {
        uploads = uploads.filter { $0.value.sender.owner != sender.owner || $0.value.idle == nil }
      }
      try Self.makeRoom(Self.mostOfOne, among: { $0.sender.place == sender.place }, in: &uploads)
      try Self.makeRoom(Self.most, among: { _ in true }, in: &uploads)
      let upload = Upload(try NamelessFile("form", in: home), sender, length: piece.length)
      uploads[sender.name] = upload
      return upload
    }
  }

  /// Gives up the forms that have waited longest for their next piece: their clients begin again.
  private static func makeRoom(
    _ most: (bytes: Int, forms: Int), among isMeant: (Upload) -> Bool, in uploads: inout [String: Upload]
  ) throws {
    let meant = uploads.values.filter(isMeant)
    var (bytes, forms) = (meant.reduce(0) { $0 + $1.file.count }, meant.count)
    var idle = meant.compactMap { upload in upload.idle.map { (upload: upload, since: $0) } }
      .sorted { $0.since > $1.since }
    while bytes >= most.bytes || forms >= most.forms {
      guard let (oldest, _) = idle.popLast() else {
        throw Problem(503, "http.busy", "too many forms are arriving", ["Retry-After": "5"])
      }
      (bytes, forms) = (bytes - oldest.file.count, forms - 1)
      uploads[oldest.sender.name] = nil
    }
  }

  private static func fields(_ held: Int) -> HTTPFields { ["Upload-Offset": "\(held)"] }

  private static func elsewhere(_ held: Int) -> Problem {
    Problem(
      409, "http.upload-offset", "the form goes on at byte \(held)",
      hint: "Send the piece that begins at the byte in Upload-Offset.", fields(held))
  }
}

extension Problem {
  static func tooLarge(form most: Int) -> Problem {
    Problem(413, "http.too-large", "a form may have \(most >> 20) MiB, including its files")
  }
}
