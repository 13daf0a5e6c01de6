import Foundation
import QixCrypto
import QixKernel
import QixTesting

@testable import QixAge

func bytes(_ secret: borrowing SecretBytes) -> [UInt8] { secret.withUnsafeBytes { Array($0) } }

func identity(_ text: String) -> AgeIdentity? {
  SecretBytes(copying: Array(text.utf8)).withUnsafeBytes { AgeIdentity(text: $0) }
}

func passphrase(_ text: String, logN: Int = 4) -> AgePassphrase {
  AgePassphrase(SecretBytes(copying: Array(text.utf8)), logN: logN)
}

func message(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) } }

func encrypt(
  _ message: [UInt8], for recipients: [any AgeWrapping], form: AgeFile.Form = .binary,
  random: any RandomSource = SeededRandomSource()
) throws -> [UInt8] {
  try AgeFile.encrypt(SecretBytes(copying: message), for: recipients, form: form, random: random)
}

func decrypt(_ file: [UInt8], with keys: [any AgeUnwrapping], form: AgeFile.Form? = nil) throws -> [UInt8] {
  bytes(try AgeFile.decrypt(file, with: keys, form: form))
}

/// The code of the error that decrypting ends with; nil when it ends well.
func failure(_ file: [UInt8], with keys: [any AgeUnwrapping], form: AgeFile.Form? = nil) -> String? {
  do {
    _ = try decrypt(file, with: keys, form: form)
    return nil
  } catch {
    return (error as? any Diagnosable)?.code ?? "\(error)"
  }
}

/// Another program, run in a folder of its own with what it is to read.
struct Program {
  private let tool: Tool

  init(_ name: String) throws { tool = try Tool(name) }

  /// Nil when it failed.
  func callAsFunction(_ words: [String], input: [UInt8] = [], in folder: URL) throws -> [UInt8]? {
    let outcome = try tool(words, input: input, in: folder.path)
    return outcome.exitCode == 0 ? outcome.bytes : nil
  }
}

func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("qix-age-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}
