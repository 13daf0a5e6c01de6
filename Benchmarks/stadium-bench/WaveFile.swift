import Glibc

/// Files of 16 bits.
enum WaveFile {
  /// Samples a second, and the samples of each channel.
  static func read(_ path: String) -> (rate: Int, channels: [[Float]])? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let size = ftell(file)
    rewind(file)
    var bytes = [UInt8](repeating: 0, count: size)
    guard fread(&bytes, 1, size, file) == size, size > 44 else { return nil }
    func number(_ at: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    var at = 12, rate = 0, channels = 1
    while at + 8 <= size {
      let length = min(number(at + 4, 4), size - at - 8)
      if bytes[at] == UInt8(ascii: "f") {
        channels = number(at + 10, 2)
        rate = number(at + 12, 4)
      }
      if bytes[at] == UInt8(ascii: "d") {
        let frames = length / 2 / channels
        return (
          rate,
          (0..<channels).map { channel in
            (0..<frames).map { frame in
              Float(Int16(truncatingIfNeeded: number(at + 8 + 2 * (frame * channels + channel), 2))) / 32_768
            }
          }
        )
      }
      at += 8 + length + length % 2
    }
    return nil
  }

  /// Mean of the channels, as a hall with one set of loudspeakers plays them.
  static func mix(_ channels: [[Float]]) -> [Float] {
    guard channels.count > 1 else { return channels[0] }
    return channels[0].indices.map { place in channels.reduce(0) { $0 + $1[place] } / Float(channels.count) }
  }

  static func write(_ path: String, rate: Int, _ channels: [[Float]]) {
    guard let file = fopen(path, "wb") else { return }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    func put(_ value: Int, _ count: Int) {
      for k in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * k))) }
    }
    bytes += Array("RIFF".utf8)
    let count = channels.count, size = 2 * count * channels[0].count
    put(36 + size, 4)
    bytes += Array("WAVEfmt ".utf8)
    put(16, 4); put(1, 2); put(count, 2); put(rate, 4); put(2 * count * rate, 4); put(2 * count, 2); put(16, 2)
    bytes += Array("data".utf8)
    put(size, 4)
    for place in channels[0].indices {
      for channel in channels { put(Int((max(-1, min(1, channel[place])) * 32_767).rounded()), 2) }
    }
    fwrite(bytes, 1, bytes.count, file)
  }
}
