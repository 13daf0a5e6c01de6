internal import CProcess
internal import Glibc
internal import QixCrypto
internal import QixKernel
internal import VaultContract

/// A variable of this process's environment.
struct EnvironmentVariable {
  enum Value {
    /// The whole line, `NAME=value`.
    case plain(UnsafeMutablePointer<CChar>)
    case secret(SecretReference)
    case file(SecretReference)
  }

  let name: String
  let value: Value

  var reference: SecretReference? {
    switch value {
    case .plain: nil
    case .secret(let reference), .file(let reference): reference
    }
  }

  /// - Throws: `UsageError` for a value that is nearly a reference.
  static func all() throws -> [EnvironmentVariable] {
    var variables: [EnvironmentVariable] = []
    var next = environ
    while let line = next.pointee {
      next += 1
      guard let end = strchr(line, Int32(UInt8(ascii: "="))) else { continue }
      let bytes = UnsafeRawBufferPointer(start: line, count: UnsafePointer(end) - UnsafePointer(line))
      let name = String(decoding: bytes, as: UTF8.self)
      // A value that isn't a reference is handed on unexamined.
      let isReference = strncmp(end + 1, SecretReference.prefix, SecretReference.prefix.utf8.count) == 0
      let reference = isReference ? try SecretReference(String(cString: end + 1), of: name) : nil
      variables.append(EnvironmentVariable(name: name, value: reference.map { .secret($0) } ?? .plain(line)))
    }
    return variables
  }
}

/// A line of the environment of a program that is about to be executed; with a secret in it, in protected memory.
final class EnvironmentLine {
  let pointer: UnsafeMutablePointer<CChar>
  private let memory: SecretBytes?

  init(plain line: UnsafeMutablePointer<CChar>) {
    pointer = line
    memory = nil
  }

  /// - Throws: `VaultError.malformed` for a secret that can't be in an environment.
  init(name: String, secret: borrowing SecretBytes) throws {
    guard secret.withUnsafeBytes({ !$0.contains(0) }) else {
      throw VaultError.malformed(
        "the secret for '\(name)' has a zero byte, which no variable can hold", hint: "Use --file \(name)=REFERENCE.")
    }
    let head = Array("\(name)=".utf8)
    // With a zero behind it.
    var line = SecretBytes(count: head.count + secret.count + 1)
    pointer = line.withUnsafeMutableBytes { line in
      line.copyBytes(from: head)
      secret.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: line[head.count...]).copyMemory(from: $0) }
      // It stays where it is as long as `memory` lives.
      return line.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self)
    }
    memory = consume line
  }

  /// - Parameter file: what a file in memory is to hold; the variable will be its path.
  init(name: String, file: borrowing SecretBytes) throws {
    let descriptor = qix_nameless_file("qix-secret")
    let written = file.withUnsafeBytes { descriptor < 0 ? -1 : write(descriptor, $0.baseAddress, $0.count) }
    guard written == file.count, qix_seal(descriptor) == 0, lseek(descriptor, 0, SEEK_SET) == 0,
      let line = strdup("\(name)=/dev/fd/\(descriptor)")
    else {
      throw VaultError.malformed(
        "could not make a file in memory for '\(name)': \(String(cString: strerror(errno)))", hint: nil)
    }
    pointer = line
    memory = nil
  }
}
