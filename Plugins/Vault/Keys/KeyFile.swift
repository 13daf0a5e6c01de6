internal import Glibc
internal import QixCrypto
internal import QixModule
internal import VaultContract

/// A file with 32 random bytes that opens the vault.
struct KeyFile {
  let path: String
  /// Put there by systemd, which controls who may read it.
  var isCredential = false

  var exists: Bool { access(path, F_OK) == 0 }

  /// The key, from the file into protected memory.
  func read() throws -> SecretBytes {
    let key = try SecretFile.read(path, limit: SecretBox.keySize + 1, isPrivate: !isCredential)
    guard key.count == SecretBox.keySize else {
      throw VaultError.keyFile(
        path: path, problem: "a key file holds 32 random bytes, but this one has \(key.count > 32 ? "more" : "fewer")",
        hint: "Make one with `head -c 32 /dev/urandom > FILE`. For a passphrase, use --passphrase-file.")
    }
    return key
  }

  /// Makes the file with a new key, its owner's only, and durably.
  /// - Throws: `StorageError`, also where there is a file.
  func make(random: any RandomSource) throws -> SecretBytes {
    let key = SecretBytes.random(count: SecretBox.keySize, from: random)
    try NewFile.write(to: path) { file in
      try key.withUnsafeBytes { bytes in try file.write(bytes) }
    }
    return key
  }
}

/// Files whose content is secret.
enum SecretFile {
  /// Reads a file into protected memory, and nowhere else.
  /// - Parameters:
  ///   - limit: bytes; of a longer file this many are read.
  ///   - isPrivate: refuses a file that others than its owner may read.
  static func read(_ path: String, limit: Int, isPrivate: Bool) throws -> SecretBytes {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw VaultError.keyFile(path: path, problem: String(cString: strerror(errno)), hint: nil)
    }
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    guard !isPrivate || status.st_mode & S_IFMT != S_IFREG || status.st_mode & 0o077 == 0 else {
      throw VaultError.keyFile(
        path: path, problem: "other users can read it, so it is not secret",
        hint: "Run `chmod 600 \(path)`. Consider who may have read it.")
    }
    var buffer = SecretBytes(count: limit)
    var count = 0
    while count < limit {
      let got = buffer.withUnsafeMutableBytes {
        Glibc.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: $0[count...]).baseAddress, limit - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else {
        throw VaultError.keyFile(path: path, problem: String(cString: strerror(errno)), hint: nil)
      }
      if got == 0 { break }
      count += got
    }
    return buffer.copy(0..<count)
  }
}
