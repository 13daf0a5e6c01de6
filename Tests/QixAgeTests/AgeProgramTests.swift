import Foundation
import QixCrypto
import QixTesting
import Testing

@testable import QixAge

/// Both ways against the programs of Debian's package `age`.
@Suite(
  "The program age", .needs(.program("age")), .needs(.program("age-keygen", package: "age")))
struct AgeProgramTests {
  /// An identity made by age-keygen, and the name of its file.
  private func keygen(in folder: URL) throws -> AgeIdentity {
    let program = try Program("age-keygen")
    var file = try #require(try program([], in: folder))
    try Data(file).write(to: folder.appendingPathComponent("identity"))
    let identity = try #require(try AgeIdentity.all(in: SecretBytes(wiping: &file)).first)
    let recipient = try #require(try program(["-y", "identity"], in: folder))
    #expect(String(decoding: recipient, as: UTF8.self) == "\(identity.recipient)\n")
    return identity
  }

  @Test("It opens what we write", arguments: AgeFileTests.sizes)
  func opens(_ size: Int) throws {
    try withFolder { folder in
      let identity = try keygen(in: folder)
      let age = try Program("age")
      for form in [AgeFile.Form.binary, .armored] {
        let file = try encrypt(
          message(size), for: [AgeFileTests.bob.recipient, identity.recipient], form: form,
          random: SystemRandomSource())
        #expect(try age(["--decrypt", "-i", "identity"], input: file, in: folder) == message(size))
      }
    }
  }

  @Test("We open what it writes", arguments: AgeFileTests.sizes)
  func writes(_ size: Int) throws {
    try withFolder { folder in
      let identity = try keygen(in: folder)
      let age = try Program("age")
      for options in [[], ["--armor"]] {
        let words = ["--encrypt", "-r", "\(identity.recipient)", "-r", "\(AgeFileTests.bob.recipient)"] + options
        let file = try #require(try age(words, input: message(size), in: folder))
        #expect(try decrypt(file, with: [identity]) == message(size))
        #expect(try decrypt(file, with: [AgeFileTests.bob]) == message(size))
      }
    }
  }

  /// It asks for passphrases on a terminal only; util-linux's `script` gives it one.
  @Test("Passphrases go both ways", .needs(.program("script", package: "bsdutils")))
  func passphrases() throws {
    try withFolder { folder in
      let script = try Program("script")
      let file = try encrypt(message(1_000), for: [passphrase("open sesame", logN: 12)], random: SystemRandomSource())
      try Data(file).write(to: folder.appendingPathComponent("ours.age"))
      let line = "open sesame\n"
      _ = try script(
        ["-qec", "age -d -o opened ours.age", "/dev/null"], input: Array(line.utf8), in: folder)
      #expect(try [UInt8](Data(contentsOf: folder.appendingPathComponent("opened"))) == message(1_000))

      try Data(message(1_000)).write(to: folder.appendingPathComponent("plain"))
      _ = try script(
        ["-qec", "age -p -o theirs.age plain", "/dev/null"], input: Array((line + line).utf8), in: folder)
      let theirs = try [UInt8](Data(contentsOf: folder.appendingPathComponent("theirs.age")))
      #expect(try decrypt(theirs, with: [passphrase("open sesame")]) == message(1_000))
    }
  }
}
