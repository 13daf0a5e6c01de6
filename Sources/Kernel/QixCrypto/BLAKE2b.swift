internal import CSodium

/// BLAKE2b (RFC 7693), from libsodium: for fingerprints that stay inside the program.
package enum BLAKE2b {
  /// Hashes a message that lies in one piece into a digest of 16 to 64 bytes.
  package static func hash(_ message: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer) {
    precondition((16...64).contains(digest.count))
    Sodium.start()
    guard let output = digest.bindMemory(to: UInt8.self).baseAddress else { return }
    crypto_generichash(
      output, digest.count, message.bindMemory(to: UInt8.self).baseAddress, UInt64(message.count), nil, 0)
  }

  package static func hash(_ message: [UInt8], size: Int) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: size)
    message.withUnsafeBytes { message in digest.withUnsafeMutableBytes { hash(message, into: $0) } }
    return digest
  }
}
