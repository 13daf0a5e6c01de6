import Foundation
import QixCommands
import QixCrypto
import QixKernel
import QixStorage
import QixTerminal
import QixTesting

@testable import Vault

/// A home whose vault every command opens, and what tests do with it.
struct Safe {
  let home: TestHome

  static func with<Result>(_ body: (Safe) throws -> Result) throws -> Result {
    try TestHome.initialised(vault: true) { try body(Safe(home: $0)) }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a command that must succeed.
  @discardableResult
  func done(_ line: String, input: String = "", secrets: [String] = []) throws -> String {
    let outcome = try run(line, input: input, secrets: secrets)
    guard outcome.exitCode == 0 else { throw Failure(description: "qix \(line): \(outcome)") }
    return outcome.output
  }

  func run(_ line: String, input: String = "", secrets: [String] = []) throws -> TestTerminal.Outcome {
    try home.qix(line.split(separator: " ").map(String.init), input: input, secrets: secrets)
  }

  func exit(_ line: String, input: String = "", secrets: [String] = []) throws -> Int32 {
    try run(line, input: input, secrets: secrets).exitCode
  }

  /// Changes rows behind the vault's back.
  func tamper(_ body: (Connection) throws -> Void) throws {
    try home.unchecked.write(Change("test.tamper")) { connection, _ in try body(connection) }
  }

  func sql(_ script: String) throws { try tamper { try $0.execute(script: script) } }

  func path(_ name: String) -> String { "\(home.path)/\(name)" }

  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path(name))
    return path(name)
  }

  func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path(name)))) }

  /// The vault opened with its key file, without a program around it.
  func open() throws -> OpenVault {
    let header = try home.database.read { try Header.read(in: $0) }
    guard let header else { throw Failure(description: "no vault") }
    let local = try header.unlock(.key(KeyFile(path: home.vaultKey).read()), random: home.random)
    return try OpenVault(local, clock: home.clock, random: home.random)
  }

  /// A secret's bytes, for comparing.
  func bytes(_ service: String, _ account: String) throws -> [UInt8]? {
    let vault = try open()
    return try home.database.read { connection in
      var state = try VaultState(vault, in: connection)
      guard let record = try state.find(service: service, account: account) else { return nil }
      return try state.secret(of: record).withUnsafeBytes { Array($0) }
    }
  }
}
