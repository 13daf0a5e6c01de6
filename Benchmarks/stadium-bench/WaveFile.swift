import Glibc

/// Mono files of 16 bits.
enum WaveFile {
  static func read(_ path: String) -> (rate: Int, samples: [Float])? {
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
          (0..<frames).map { frame in
            let sum = (0..<channels).reduce(Float(0)) {
              $0 + Float(Int16(truncatingIfNeeded: number(at + 8 + 2 * (frame * channels + $1), 2)))
            }
            return sum / Float(channels) / 32_768
          }
        )
      }
      at += 8 + length + length % 2
    }
    return nil
  }

  static func write(_ path: String, rate: Int, _ samples: [Float]) {
    guard let file = fopen(path, "wb") else { return }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    func put(_ value: Int, _ count: Int) {
      for k in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * k))) }
    }
    bytes += Array("RIFF".utf8)
    put(36 + 2 * samples.count, 4)
    bytes += Array("WAVEfmt ".utf8)
    put(16, 4); put(1, 2); put(1, 2); put(rate, 4); put(2 * rate, 4); put(2, 2); put(16, 2)
    bytes += Array("data".utf8)
    put(2 * samples.count, 4)
    for sample in samples { put(Int((max(-1, min(1, sample)) * 32_767).rounded()), 2) }
    fwrite(bytes, 1, bytes.count, file)
  }
}
