import Foundation
import QixTesting
import Testing

/// Each way to do a file is killed when its first commit is there, and then ended by the very same line: whatever was
/// asked or said, each line is done once (docs/decisions/0086).
@Suite struct KilledFileTests {
  /// More than one commit of 65,536, with enough behind it to be met in the middle.
  private static let lines = 96_000

  /// Lines of one coin for a thousand users.
  private static func grants(_ range: Range<Int>, note: String = "x") -> String {
    range.map { "u\($0 % 1_000),1,\(note)\($0)\n" }.joined()
  }

  private static let header = "user,amount,note\n"

  private struct Place {
    let qix: BuiltProgram
    let home: String

    func file(_ name: String, _ text: String) throws -> String {
      let path = "\(home)/\(name)"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }

    func issued() throws -> Int64 { try LedgerState(home: home).issued }

    /// Runs what is no question, however long it takes.
    func issue(_ path: String, _ options: String, exit: Int32 = 0) throws {
      let outcome = try qix("coins issue --file \(path) \(options)", limit: 120)
      try #require(outcome.exitCode == exit, "\(options): \(outcome.errors)")
    }

    /// Kills a line when its first answers are there, ends it by the same line, and sees that it does nothing more.
    /// - Parameters:
    ///   - end: what is measured then: what the ledger has issued, unless it is something else.
    func killAndEnd(_ path: String, _ options: String, end: Int, measure: (() throws -> Int64)? = nil) throws {
      let measure = measure ?? issued
      let words = "coins issue --file \(path) --results \(home)/answers \(options)".split(separator: " ").map(
        String.init)
      try? FileManager.default.removeItem(atPath: "\(home)/answers.partial")
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try BuiltProgram.path.get())
      process.arguments = words
      process.environment = ["PATH": "/usr/bin:/bin", "QIX_HOME": home]
      for stream in [\Process.standardInput, \.standardOutput, \.standardError] {
        process[keyPath: stream] = FileHandle.nullDevice
      }
      try process.run()
      var there = stat()
      while stat("\(home)/answers.partial", &there) != 0 || there.st_size == 0, process.isRunning {}
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let begun = try measure()
      #expect(begun != end && process.terminationReason == .uncaughtSignal, "\(options): not in the middle")
      for _ in 0..<2 {
        try issue(path, "--results \(home)/answers \(options)")
        #expect(try measure() == end, "\(options): killed at \(begun)")
      }
      let answers = try String(contentsOfFile: "\(home)/answers", encoding: .utf8)
      #expect(answers.utf8.count { $0 == UInt8(ascii: "\n") } == KilledFileTests.lines, "\(options)")
    }
  }

  private func withPlace(_ body: (Place) throws -> Void) throws {
    try BuiltProgram.initialised { qix, home in
      let place = Place(qix: qix, home: home)
      try place.issue(
        place.file("users.csv", "user,amount\n" + (0..<1_000).map { "u\($0),3\n" }.joined()), "--create-users")
      try body(place)
      try qix.done("coins verify")
      try qix.done("db check")
    }
  }

  /// 1, 3 and 6: a new batch, the same bytes, rows that say the same.
  @Test(arguments: [header + grants(0..<lines), "user,amount\n" + String(repeating: "u7,1\n", count: lines)])
  func aNewBatch(text: String) throws {
    try withPlace { place in
      try place.killAndEnd(place.file("july.csv", text), "", end: 3_000 + Self.lines)
    }
  }

  /// 2: what was stopped is mended, goes on, and is stopped again.
  @Test func anOpenBatchThatWasMended() throws {
    try withPlace { place in
      let first = Self.grants(0..<100)
      let path = try place.file("july.csv", Self.header + first + "u5,1o,bad\n")
      try place.issue(path, "--keep-going", exit: 2)
      _ = try place.file("july.csv", Self.header + first + Self.grants(100..<Self.lines))
      try place.killAndEnd(path, "", end: 3_000 + Self.lines)
    }
  }

  /// 4: a file of refused lines.
  @Test func refusedLines() throws {
    try withPlace { place in
      try place.qix.done("budget create b --amount 10")
      let path = try place.file("july.csv", Self.header + Self.grants(0..<Self.lines + 10))
      try place.issue(path, "--from budget:b --keep-going --rejects \(place.home)/rejects.csv", exit: 6)
      try place.qix.done("budget fund b --amount 1000000")
      // Funding is issuing, so the budget's balance tells what was granted.
      func left() throws -> Int64 {
        let shown = try JSONSerialization.jsonObject(with: Data(place.qix.done("budget show b --json").output.utf8))
        return Int64(try #require((shown as? [String: Any])?["balance"] as? Int))
      }
      try place.killAndEnd(
        "\(place.home)/rejects.csv", "--from budget:b", end: 1_000_000 - Self.lines, measure: left)
    }
  }

  /// 5: both ways that a question offers, of a file that shares lines with a batch.
  @Test(arguments: ["--continue july.csv", "--new-batch august"]) func whatWasSaid(way: String) throws {
    try withPlace { place in
      let path = try place.file("july.csv", Self.header + Self.grants(0..<100))
      try place.issue(path, "")
      _ = try place.file("july.csv", Self.header + Self.grants(0..<Self.lines))
      try place.issue(path, "", exit: 5)
      try place.killAndEnd(path, way, end: 3_000 + Self.lines + (way.hasPrefix("--new") ? 100 : 0))
    }
  }

  /// 7: keys, in a file under their own batch and in one that has lost its column.
  @Test func linesWithKeys() throws {
    try withPlace { place in
      let rows = (0..<Self.lines).map { (line: "u\($0 % 1_000),1", key: "k-\($0)") }
      let keyed = "user,amount,key\n" + rows.map { "\($0.line),\($0.key)\n" }.joined()
      try place.killAndEnd(place.file("july.csv", keyed), "", end: 3_000 + Self.lines)
      let plain = try place.file("july.csv", "user,amount\n" + rows.map { "\($0.line)\n" }.joined())
      try place.issue(plain, "", exit: 5)
      try place.issue(plain, "--continue july.csv")
      #expect(try place.issued() == 3_000 + Self.lines)
    }
  }

  /// 8: over HTTP, where the server is killed.
  @Test(.needs(.program("curl", package: "curl"))) func overHTTP() throws {
    try withPlace { place in
      try place.qix.done("token create till --role integrator --output \(place.home)/till.token --quiet")
      _ = try place.file("first.csv", Self.header + Self.grants(0..<100))
      _ = try place.file("rest.csv", Self.header + Self.grants(0..<Self.lines))
      let script = """
        set -u
        trap 'kill -9 $server 2>/dev/null' EXIT
        auth="Authorization: Bearer $(cat "$QIX_HOME/till.token")"
        serve() {
          rm -f s.sock
          qix serve --listen unix:s.sock 2>>served & server=$!
          until curl --silent --fail --output /dev/null --unix-socket s.sock http://x/healthz; do sleep 0.05; done
        }
        send() {
          curl --silent --output "$3" --write-out '%{http_code}\\n' --unix-socket s.sock -H "$auth" \\
            -H 'Content-Type: text/csv' --data-binary "@$QIX_HOME/$2" "http://x/v1/coins/issues?$1"
        }
        serve
        send batch=july first.csv out
        send batch=july rest.csv out
        grep -o batch.between out
        for way in continue=july new_batch=august; do
          send $way rest.csv killed & sender=$!
          # As soon as the first commit is there.
          until [ -n "$(qix audit show --limit 1 --json 2>/dev/null | grep 'lines 2-65537')" ] || ! kill -0 $sender 2>/dev/null
          do :; done
          kill -9 $server; wait $sender; wait $server
          serve
          send $way rest.csv out
          send $way rest.csv out
          grep -c replayed out
        done
        kill $server; wait $server; echo "ended with $?"
        """
      let work = place.home + "/work"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
      let run = try Guide.run(script, home: place.home, work: work)
      #expect(run.output.contains("200\n409\nbatch.between\n"), "\(run.output) \(run.errors)")
      #expect(run.output.hasSuffix("200\n200\n\(Self.lines)\nended with 0\n"), "\(run.output) \(run.errors)")
      #expect(try place.issued() == Int64(3_000 + 2 * Self.lines))
    }
  }
}
