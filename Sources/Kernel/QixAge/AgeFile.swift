package import QixCrypto
package import QixKernel

/// Files in the format age v1 (https://age-encryption.org/v1): encrypted to recipients or with a passphrase, so that
/// `age` opens them, and the other way round.
package enum AgeFile {
  /// The form of a file.
  package enum Form: Sendable {
    case binary
    /// In ASCII, between lines of dashes.
    case armored
  }

  /// Encrypts what the source gives, for all of `recipients`.
  /// - Throws: `AgeError.recipients` when there are none, or a passphrase is not alone; what source and sink throw.
  package static func encrypt(
    from source: @escaping ByteSource, to sink: @escaping ByteSink, for recipients: [any AgeWrapping],
    form: Form = .binary, random: any RandomSource
  ) throws {
    guard !recipients.isEmpty else { throw AgeError.recipients("there are none") }
    guard recipients.count == 1 || !recipients.contains(where: \.standsAlone) else {
      throw AgeError.recipients("a passphrase can't be combined with others")
    }
    let fileKey = SecretBytes.random(count: FileKey.size, from: random)
    var stanzas: [Stanza] = []
    for recipient in recipients { stanzas.append(try recipient.wrap(fileKey, random: random)) }
    var header = Header.text(stanzas, fileKey: fileKey)

    let armor = form == .armored ? try ArmorWriter(sink) : nil
    let output = armor.map { armor in { try armor.write($0) } } ?? sink
    try header.withUTF8 { try output(UnsafeRawBufferPointer($0)) }
    try Payload.write(fileKey, from: source, to: output, random: random)
    try armor?.finish()
  }

  /// Decrypts a file, chunk by chunk: what the sink gets is authentic, but may be only a beginning until this returns.
  /// A caller that hands it on must be able to take it back; the form with `SecretBytes` needs no such care.
  /// - Parameter form: nil to detect it.
  /// - Throws: `AgeError`; `CryptoError.noMemory`; what source and sink throw.
  package static func decrypt(
    from source: @escaping ByteSource, to sink: ByteSink, with keys: [any AgeUnwrapping], form: Form? = nil
  ) throws {
    var input = Input(source)
    if try form ?? self.form(&input) == .armored {
      let armor = ArmorReader(input)
      input = Input { try armor.read(into: $0) }
    }
    let header = try Header(&input)
    let fileKey = try header.fileKey(with: keys)
    var nonce = [UInt8](repeating: 0, count: Payload.nonceSize)
    guard try nonce.withUnsafeMutableBytes({ try input.read(into: $0) }) == nonce.count else {
      throw AgeError.header("the file ends after it")
    }
    try Payload.read(fileKey, nonce: nonce, from: { try input.read(into: $0) }, to: sink)
  }

  /// A file that begins with dashes, or with white space, can only be the one in ASCII.
  private static func form(_ input: inout Input) throws -> Form {
    guard let first = try input.peek(1).first else { return .binary }
    return first == UInt8(ascii: "-") || Armor.isBlank([first]) ? .armored : .binary
  }

  package static func encrypt(
    _ message: borrowing SecretBytes, for recipients: [any AgeWrapping], form: Form = .binary,
    random: any RandomSource
  ) throws -> [UInt8] {
    let output = Output()
    let source = Source(message.copy())
    try encrypt(
      from: { source.read(into: $0) }, to: { output.bytes += $0 }, for: recipients, form: form, random: random)
    return output.bytes
  }

  /// All of a file's content, or an error and nothing of it.
  package static func decrypt(
    _ file: [UInt8], with keys: [any AgeUnwrapping], form: Form? = nil
  ) throws -> SecretBytes {
    var place = 0
    // The content is always smaller than the file.
    var message = SecretBytes(count: file.count)
    var count = 0
    try decrypt(
      from: { target in
        let size = min(target.count, file.count - place)
        target.copyBytes(from: file[place..<place + size])
        place += size
        return size
      },
      to: { chunk in
        let start = count
        message.withUnsafeMutableBytes {
          UnsafeMutableRawBufferPointer(rebasing: $0[start..<start + chunk.count]).copyMemory(from: chunk)
        }
        count += chunk.count
      }, with: keys, form: form)
    return message.copy(0..<count)
  }
}

/// A secret that is read as a stream.
private final class Source {
  private let secret: SecretBytes
  private var place = 0

  init(_ secret: consuming SecretBytes) { self.secret = secret }

  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    let (start, size) = (place, min(target.count, secret.count - place))
    secret.withUnsafeBytes { target.copyBytes(from: $0[start..<start + size]) }
    place += size
    return size
  }
}

private final class Output {
  var bytes: [UInt8] = []
}
