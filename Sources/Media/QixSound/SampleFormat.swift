/// The encoding of samples of sound as bytes, the least significant first.
package enum SampleFormat: String, Sendable, CaseIterable {
  case s16le, s24le, s32le, f32le

  /// The bytes of one sample.
  package var bytes: Int {
    switch self {
    case .s16le: 2
    case .s24le: 3
    case .s32le, .f32le: 4
    }
  }

  /// Samples of whole frames, channel by channel, full scale being 1.
  /// - Precondition: the bytes are a whole number of frames.
  package func samples(_ data: ArraySlice<UInt8>, channels: Int) -> [[Float]] {
    let frames = data.count / bytes / channels
    precondition(frames * bytes * channels == data.count, "a frame is cut")
    return data.withUnsafeBytes { data in
      (0..<channels).map { channel in
        (0..<frames).map { sample(data, at: ($0 * channels + channel) * bytes) }
      }
    }
  }

  private func sample(_ data: UnsafeRawBufferPointer, at place: Int) -> Float {
    switch self {
    case .s16le:
      return Float(Int16(littleEndian: data.loadUnaligned(fromByteOffset: place, as: Int16.self))) / 32_768
    case .s24le:
      let bits = UInt32(data[place]) << 8 | UInt32(data[place + 1]) << 16 | UInt32(data[place + 2]) << 24
      return Float(Int32(bitPattern: bits)) / 2_147_483_648
    case .s32le:
      return Float(Int32(littleEndian: data.loadUnaligned(fromByteOffset: place, as: Int32.self))) / 2_147_483_648
    case .f32le:
      let bits = UInt32(littleEndian: data.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      return Float(bitPattern: bits)
    }
  }

  /// Bytes of channels of one length. Whole numbers end at full scale.
  package func data(_ channels: [[Float]]) -> [UInt8] {
    let frames = channels.first?.count ?? 0
    var data: [UInt8] = []
    data.reserveCapacity(frames * channels.count * bytes)
    for frame in 0..<frames {
      for channel in channels { append(channel[frame], to: &data) }
    }
    return data
  }

  private func append(_ sample: Float, to data: inout [UInt8]) {
    let bits: UInt32
    switch self {
    case .s16le: bits = UInt32(bitPattern: Self.whole(sample, 32_768))
    case .s24le: bits = UInt32(bitPattern: Self.whole(sample, 8_388_608))
    case .s32le: bits = UInt32(bitPattern: Self.whole(sample, 2_147_483_648))
    case .f32le: bits = sample.bitPattern
    }
    for place in 0..<bytes { data.append(UInt8(truncatingIfNeeded: bits >> (8 * UInt32(place)))) }
  }

  private static func whole(_ sample: Float, _ scale: Double) -> Int32 {
    // NaN is silence.
    guard sample == sample else { return 0 }
    return Int32(max(-scale, min(scale - 1, (Double(sample) * scale).rounded())))
  }
}
