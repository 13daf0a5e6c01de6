internal import CSodium

extension HMACSHA256 {
  /// A key that has been taken in already, for many short messages: the two blocks that RFC 2104 hashes of the key
  /// alone are hashed once, which is half the work of a message under 56 bytes. What is kept is as secret as the key,
  /// and lies in protected memory.
  package struct Key: ~Copyable, Sendable {
    private let state: SecretBytes

    package init(_ key: borrowing SecretBytes) {
      Sodium.start()
      var fresh = crypto_auth_hmacsha256_state()
      _ = key.withPointer { crypto_auth_hmacsha256_init(&fresh, $0, key.count) }
      state = withUnsafeMutableBytes(of: &fresh) { bytes in
        defer { bytes.wipe() }
        return SecretBytes(copying: UnsafeRawBufferPointer(bytes))
      }
    }

    /// Of a message in two pieces, the second of which may be empty, into 32 bytes.
    package borrowing func mac(
      _ message: UnsafeRawBufferPointer, _ rest: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
      into tag: UnsafeMutableRawBufferPointer
    ) {
      precondition(tag.count == HMACSHA256.size)
      var copy = crypto_auth_hmacsha256_state()
      state.withUnsafeBytes { kept in withUnsafeMutableBytes(of: &copy) { $0.copyMemory(from: kept) } }
      Self.update(&copy, message)
      Self.update(&copy, rest)
      _ = tag.withPointer { crypto_auth_hmacsha256_final(&copy, $0) }
      withUnsafeMutableBytes(of: &copy) { $0.wipe() }
    }

    private static func update(_ state: inout crypto_auth_hmacsha256_state, _ piece: UnsafeRawBufferPointer) {
      crypto_auth_hmacsha256_update(&state, piece.bindMemory(to: UInt8.self).baseAddress, UInt64(piece.count))
    }
  }
}
