internal import QixHTTP
internal import QixModule
internal import Synchronization

/// Forms that arrive in several requests, each with a piece: a phone's line drops, and what has arrived isn't sent again.
///
/// A piece has the address, the fields and the idempotency key of the whole request, and says with `Upload-Offset` and
/// `Upload-Length` which bytes of the form it begins at (draft-ietf-httpbis-resumable-upload). The last piece is answered
/// as the whole form would be.
final class Uploads: Sendable {
  /// Microseconds for which a form is kept after its last piece.
  private static let life: Int64 = 3_600_000_000
  /// Bytes of all forms together.
  private static let most = 512 << 20

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
      guard let length = length.flatMap({ Int($0) }), let offset = offset.flatMap({ Int($0) }),
        0...length ~= offset, length > 0
      else {
        throw Problem(
          400, "http.upload", "Upload-Offset and Upload-Length don't name bytes of a form",
          hint: "Send both: the number of the first byte of this piece, and the bytes of the whole form.")
      }
      guard length <= most else { throw Problem.tooLarge(form: most) }
      (self.offset, self.length) = (offset, length)
    }
  }

  /// What has arrived of one form.
  final class Upload: Sendable {
    let file: NamelessFile
    fileprivate let owner: String
    let length: Int
    /// Nil while a piece arrives.
    fileprivate let idleSince: Mutex<Int64?>

    fileprivate init(_ file: NamelessFile, owner: String, length: Int) {
      (self.file, self.owner, self.length) = (file, owner, length)
      idleSince = Mutex(nil)
    }

    var isWhole: Bool { file.count == length }

    /// The field that says where the next piece begins.
    var fields: HTTPFields { ["Upload-Offset": "\(file.count)"] }

    /// Lets the next piece come.
    func rest() { idleSince.withLock { $0 = ProcessFigures.microseconds } }
  }

  private let uploads = Mutex<[String: Upload]>([:])

  /// Takes the form that a piece continues, for this piece alone until `rest`.
  /// - Parameters:
  ///   - name: of the whole request: its address and key.
  ///   - owner: who sends it.
  ///   - isOnlyOne: a customer sends one form at a time, so others of theirs are given up.
  /// - Throws: `Problem` where the piece doesn't fit, or `StorageError`.
  func take(
    _ piece: Piece, of name: String, by owner: String, isOnlyOne: Bool, in home: HomeFolder
  ) throws -> Upload {
    try uploads.withLock { uploads in
      let now = ProcessFigures.microseconds
      let name = "\(owner) \(name)"
      uploads = uploads.filter { other in
        guard let idle = other.value.idleSince.withLock({ $0 }) else { return true }
        if isOnlyOne, other.value.owner == owner, other.key != name { return false }
        return now - idle < Self.life
      }
      if let known = uploads[name] {
        guard known.idleSince.withLock({ $0 }) != nil else { throw KeyedRequest.busy() }
        guard known.length == piece.length, known.file.count == piece.offset else { throw Self.elsewhere(known) }
        known.idleSince.withLock { $0 = nil }
        return known
      }
      try Self.makeRoom(for: piece.length, in: &uploads)
      let upload = Upload(try NamelessFile("form", in: home), owner: owner, length: piece.length)
      guard piece.offset == 0 else { throw Self.elsewhere(upload) }
      uploads[name] = upload
      return upload
    }
  }

  /// Gives up the forms that have waited longest for their next piece: their clients begin again.
  private static func makeRoom(for length: Int, in uploads: inout [String: Upload]) throws {
    while uploads.values.reduce(length, { $0 + $1.length }) > most {
      let idle = uploads.compactMap { name, upload in
        upload.idleSince.withLock { $0 }.map { (name: name, since: $0) }
      }
      guard let oldest = idle.min(by: { $0.since < $1.since }) else {
        throw Problem(503, "http.busy", "too many forms are arriving", ["Retry-After": "5"])
      }
      uploads[oldest.name] = nil
    }
  }

  private static func elsewhere(_ upload: Upload) -> Problem {
    Problem(
      409, "http.upload-offset", "the form goes on at byte \(upload.file.count)",
      hint: "Send the piece that begins at the byte in Upload-Offset.", upload.fields)
  }
}

extension Problem {
  static func tooLarge(form most: Int) -> Problem {
    Problem(413, "http.too-large", "a form may have \(most >> 20) MiB, including its files")
  }
}
