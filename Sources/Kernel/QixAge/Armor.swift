internal import QixCrypto

/// The strict variant of PEM (RFC 7468) that age files take in mail and on paper.
enum Armor {
  static let begin = "-----BEGIN AGE ENCRYPTED FILE-----"
  static let end = "-----END AGE ENCRYPTED FILE-----"
  /// White space around the file is no part of it, but it has to end.
  static let spaceAround = 1_024

  static func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy { [9, 10, 11, 12, 13, 32].contains($0) } }
}

/// The bytes in a file in ASCII.
final class ArmorReader {
  private var input: Input
  private var held: ArraySlice<UInt8> = []
  private var isStarted = false
  private var isLastLine = false
  private var isEnded = false

  init(_ input: Input) { self.input = input }

  func read(into target: UnsafeMutableRawBufferPointer) throws -> Int {
    while held.isEmpty {
      if isEnded { return 0 }
      if !isStarted { try start() }
      try next()
    }
    let count = min(held.count, target.count)
    target.copyBytes(from: held.prefix(count))
    held = held.dropFirst(count)
    return count
  }

  private func line() throws -> [UInt8]? {
    let tooLong = AgeError.armor("a line is too long")
    guard var line = try input.line(limit: Armor.spaceAround, tooLong: tooLong)?.bytes else { return nil }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }

  private func start() throws {
    var skipped = 0
    while let line = try line() {
      if Armor.isBlank(line) {
        skipped += line.count + 1
        guard skipped <= Armor.spaceAround else { break }
        continue
      }
      guard line.elementsEqual(Armor.begin.utf8) else { break }
      isStarted = true
      return
    }
    throw AgeError.armor("it doesn't begin with \(Armor.begin)")
  }

  private func next() throws {
    guard let line = try line() else { throw AgeError.armor("it ends before its last line") }
    if line.elementsEqual(Armor.end.utf8) {
      isEnded = true
      return try finish()
    }
    guard !isLastLine else { throw AgeError.armor("a line other than the last is shorter than 64 characters") }
    guard !line.isEmpty, line.count <= Stanza.columns, let bytes = Base64.padded.decode(line) else {
      throw AgeError.armor("a line is not Base64 of up to 64 characters")
    }
    isLastLine = bytes.count < Stanza.bytesInLine
    held = bytes[...]
  }

  private func finish() throws {
    var skipped = 0
    while let line = try line() {
      skipped += line.count + 1
      guard Armor.isBlank(line), skipped <= Armor.spaceAround else {
        throw AgeError.armor("there is text after its last line")
      }
    }
  }
}

/// Writes a file in ASCII, line by line.
final class ArmorWriter {
  private let sink: ByteSink
  private var held: [UInt8] = []

  init(_ sink: @escaping ByteSink) throws {
    self.sink = sink
    try write(Armor.begin)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    held += bytes
    var rest = held[...]
    var text = ""
    while rest.count >= Stanza.bytesInLine {
      text += Base64.padded.encode(Array(rest.prefix(Stanza.bytesInLine))) + "\n"
      rest = rest.dropFirst(Stanza.bytesInLine)
    }
    held = Array(rest)
    try text.withUTF8 { try sink(UnsafeRawBufferPointer($0)) }
  }

  func finish() throws {
    if !held.isEmpty { try write(Base64.padded.encode(held)) }
    try write(Armor.end)
  }

  private func write(_ line: String) throws {
    var line = line + "\n"
    try line.withUTF8 { try sink(UnsafeRawBufferPointer($0)) }
  }
}
