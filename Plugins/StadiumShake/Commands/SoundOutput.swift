internal import QixShake
internal import QixSound

/// Where marked music goes: a file, which takes its place as a whole at the end, or standard output, at once.
final class SoundOutput {
  private let shape: SoundShape
  private let face: any Face
  /// Nil for standard output.
  private let file: OutputFile?

  /// Writes the header if the shape has one.
  init(_ path: String, _ shape: SoundShape, _ face: any Face) throws {
    self.shape = shape
    self.face = face
    file = path == "-" ? nil : try OutputFile(path, mode: 0o644)
    if shape.hasHeader { try write(bytes: shape.header) }
  }

  func write(_ channels: [[Float]]) throws {
    if channels.first?.isEmpty == false { try write(bytes: shape.data(channels)) }
  }

  func finish() throws { try file?.finish() }
  func abandon() { file?.abandon() }

  private func write(bytes: [UInt8]) throws {
    if let file { try bytes.withUnsafeBytes { try file.write($0) } } else { try face.write(bytes: bytes) }
  }
}
