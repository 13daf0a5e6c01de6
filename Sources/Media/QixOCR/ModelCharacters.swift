internal import Glibc

/// The characters that a recogniser's classes stand for, which PaddleOCR's export writes into the model's own properties.
enum ModelCharacters {
  /// Reads the property `character` of an ONNX file: field 14 of ModelProto is `metadata_props`, pairs of a key (1) and a
  /// value (2), as onnx.proto has it.
  /// - Returns: a text for each class, of which the first is the blank of CTC; nil where there is none.
  static func read(path: String) -> [String]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size > 0,
      let mapped = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, file, 0), mapped != MAP_FAILED
    else { return nil }
    defer { munmap(mapped, Int(status.st_size)) }
    return read(UnsafeRawBufferPointer(start: mapped, count: Int(status.st_size)))
  }

  static func read(_ bytes: UnsafeRawBufferPointer) -> [String]? {
    var message = Message(bytes: bytes)
    while let field = message.next() {
      guard field.number == 14, let body = field.body else { continue }
      var pair = Message(bytes: UnsafeRawBufferPointer(rebasing: body))
      var (key, value): (String?, String?)
      while let part = pair.next() {
        let text = part.body.map { String(decoding: $0, as: UTF8.self) }
        if part.number == 1 { key = text } else if part.number == 2 { value = text }
      }
      guard key == "character", let value else { continue }
      // One a line; the blank comes before them, the space behind.
      var characters = value.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map { String($0) }
      if characters.last == "" { characters.removeLast() }
      return [""] + characters + [" "]
    }
    return nil
  }

  /// Fields of a message of Protocol Buffers, one after another.
  private struct Message {
    let bytes: UnsafeRawBufferPointer
    var index = 0

    mutating func next() -> (number: UInt64, body: Slice<UnsafeRawBufferPointer>?)? {
      guard let tag = varint() else { return nil }
      switch tag & 7 {
      case 0: return varint().map { _ in (tag >> 3, nil) }
      case 1: return skip(8).map { _ in (tag >> 3, nil) }
      case 2: return varint().flatMap { Int(exactly: $0) }.flatMap { skip($0) }.map { (tag >> 3, $0) }
      case 5: return skip(4).map { _ in (tag >> 3, nil) }
      default: return nil
      }
    }

    private mutating func skip(_ count: Int) -> Slice<UnsafeRawBufferPointer>? {
      guard count >= 0, count <= bytes.count - index else { return nil }
      defer { index += count }
      return bytes[index..<index + count]
    }

    private mutating func varint() -> UInt64? {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 64, by: 7) {
        guard index < bytes.count else { return nil }
        let byte = bytes[index]
        index += 1
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return value }
      }
      return nil
    }
  }
}
