import Foundation
import QixTesting
import Testing

/// The program is killed in the middle of telling users that coins expire: nobody is told twice.
@Suite struct KilledReminderTests {
  @Test(.timeLimit(.minutes(2))) func nobodyIsToldTwice() throws {
    try BuiltProgram.initialised { qix, home in
      let key = "\(home)/vault.key"
      try qix.done("vault init --key-file \(key) --quiet")
      let file = "\(home)/sent"
      let script = "\(home)/send"
      func use(_ text: String) throws {
        try "#!/bin/sh\n\(text)\n".write(toFile: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
      }
      try use("cat >> '\(file)'")
      for line in ["messages.command \(script)", "messages.phone-via command"] { try qix.done("setting set \(line)") }
      for number in 0..<6 {
        try qix.done("user create --external-id user-\(number) --quiet")
        let phone = "+39339123450\(number)\n"
        #expect(try qix("user set user-\(number) --phone -", input: phone).exitCode == 0)
        let request = try qix("auth otp request --phone - --user user-\(number) --quiet", input: phone).lastLine
        let last = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").last ?? ""
        let code = last.components(separatedBy: "\"text\":\"").last?.prefix(6) ?? ""
        #expect(try qix("auth otp verify \(request) --code-file -", input: code + "\n").exitCode == 0)
        try qix.done("coins issue --to user-\(number) --amount 10 --expires P5D --quiet")
      }
      try FileManager.default.removeItem(atPath: file)
      // The sender kills the program that has called it, after the message is out.
      try use("cat >> '\(file)'; kill -9 $PPID")
      for _ in 0..<2 { #expect(throws: BuiltProgram.Failure.self) { try qix("coins remind --within 14d") } }
      try use("cat >> '\(file)'")
      try qix.done("coins remind --within 14d --quiet")
      try qix.done("coins remind --within 14d --quiet")
      let sent = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      let recipients = sent.compactMap { $0.components(separatedBy: "\"to\":\"").last?.prefix(13) }
      #expect(recipients.count == 6 && Set(recipients).count == 6, "\(recipients)")
    }
  }
}
