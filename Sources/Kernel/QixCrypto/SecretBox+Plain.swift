internal import CSodium

extension SecretBox {
  /// Returns the message in the box in ordinary memory, or nil as `open`: for data kept from readers of the file, and
  /// printed in lists all the same. Protected memory would take longer than the decryption.
  /// - Parameter key: 32 bytes.
  package static func openPlain(
    _ box: UnsafeRawBufferPointer, key: borrowing SecretBytes, associated: AssociatedData
  ) -> [UInt8]? {
    precondition(key.count == keySize)
    guard box.count >= overhead, let start = box.bindMemory(to: UInt8.self).baseAddress else { return nil }
    Sodium.start()
    let size = box.count - overhead
    var isOpen = false
    let message = [UInt8](unsafeUninitializedCapacity: size) { message, count in
      isOpen = key.withPointer { key in
        crypto_aead_xchacha20poly1305_ietf_decrypt(
          message.baseAddress, nil, nil, start + nonceSize, UInt64(box.count - nonceSize), associated.bytes,
          UInt64(associated.bytes.count), start, key) == 0
      }
      count = isOpen ? size : 0
    }
    return isOpen ? message : nil
  }
}
