internal import QixCrypto
internal import QixKernel

/// The text before the payload: for whom the file is, and a MAC over it.
struct Header {
  static let version = "age-encryption.org/v1"
  /// Some thousand recipients.
  static let longest = 1 << 20

  private(set) var stanzas: [Stanza] = []
  /// The bytes that the MAC covers: everything up to and including the three dashes.
  private var covered: [UInt8] = []
  private var mac: [UInt8] = []

  /// Reads a header, and leaves the input where the payload begins.
  init(_ input: inout Input) throws {
    guard try line(&input) == Array(Self.version.utf8) else {
      throw AgeError.header("it doesn't begin with \(Self.version)")
    }
    while true {
      let line = try line(&input)
      if line.starts(with: Array("---".utf8)) {
        guard line.starts(with: Array("--- ".utf8)), let mac = Base64.unpadded.decode(Array(line.dropFirst(4))),
          mac.count == HMACSHA256.size
        else { throw AgeError.header("its last line has no MAC") }
        self.mac = mac
        covered.removeLast(line.count - 2)
        break
      }
      stanzas.append(try stanza(line, &input))
    }
    guard !stanzas.isEmpty else { throw AgeError.header("it names no recipient") }
    guard stanzas.count == 1 || !stanzas.contains(where: { $0.type == AgePassphrase.type }) else {
      throw AgeError.header("a passphrase stands beside other recipients")
    }
  }

  private mutating func line(_ input: inout Input) throws -> [UInt8] {
    let tooLong = AgeError.header("it is longer than \(Self.longest) bytes")
    guard let line = try input.line(limit: Self.longest - covered.count, tooLong: tooLong), line.isEnded else {
      throw AgeError.header("it ends too early")
    }
    covered += line.bytes
    covered.append(UInt8(ascii: "\n"))
    guard covered.count < Self.longest else { throw tooLong }
    return line.bytes
  }

  private mutating func stanza(_ first: [UInt8], _ input: inout Input) throws -> Stanza {
    guard first.starts(with: Array("-> ".utf8)) else { throw AgeError.header("a stanza doesn't begin with an arrow") }
    let arguments = first.dropFirst(3).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard arguments.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (33...126).contains($0) } }) else {
      throw AgeError.header("a stanza's arguments are not visible characters with single spaces between")
    }
    var body: [UInt8] = []
    while true {
      let line = try line(&input)
      guard line.count <= Stanza.columns, let bytes = Base64.unpadded.decode(line) else {
        throw AgeError.header("a stanza's body is not Base64 in lines of 64 characters with a shorter last line")
      }
      body += bytes
      if line.count < Stanza.columns { break }
    }
    return Stanza(arguments: arguments.map { String(decoding: $0, as: UTF8.self) }, body: body)
  }

  /// The file key that one of the keys finds in one of the stanzas. Each key is tried on all of them.
  func fileKey(with keys: [any AgeUnwrapping]) throws -> SecretBytes {
    for key in keys {
      for stanza in stanzas {
        guard let fileKey = try key.unwrap(stanza) else { continue }
        guard HMACSHA256.isMAC(mac, of: covered, key: Self.macKey(fileKey)) else {
          throw Failure(
            "age.header-changed", .damaged, "the header of the age file was changed after it was written",
            hint: "Get the file again from its source. Nothing of it was used.")
        }
        return fileKey
      }
    }
    throw Failure(
      "age.no-match", .notAllowed, "neither a passphrase nor an identity that was given opens the age file",
      hint: "give the identity whose recipient the file was made for, or its passphrase")
  }

  static func text(_ stanzas: [Stanza], fileKey: borrowing SecretBytes) -> String {
    let covered = version + "\n" + stanzas.map(\.text).joined() + "---"
    let mac = HMACSHA256.mac(Array(covered.utf8), key: macKey(fileKey))
    return "\(covered) \(Base64.unpadded.encode(mac))\n"
  }

  private static func macKey(_ fileKey: borrowing SecretBytes) -> SecretBytes {
    HKDFSHA256.derive(fileKey, info: Array("header".utf8))
  }
}
