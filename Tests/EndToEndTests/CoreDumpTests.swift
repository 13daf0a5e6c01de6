import Foundation
import Glibc
import QixTesting
import Testing

/// Reliability 17: personal data that a process has in memory does not get to the disk by its death, from the first
/// moment on and whether or not it handles a secret.
///
/// Run as a user who isn't root, since root may look into every process.
@Suite(.needs(.root), .needs(.python())) struct CoreDumpTests {
  private static let canary = "+390612345678"

  @Test func noCoreOfPersonalData() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("qix-core-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let user = 20_000 + UInt32(getpid()) % 40_000
    chown(folder, user, user)
    try FileManager.default.copyItem(
      atPath: URL(fileURLWithPath: try BuiltProgram.path.get()).resolvingSymlinksInPath().path, toPath: "\(folder)/qix")
    // Job control, or the shell would have its background jobs ignore SIGQUIT. The toolchain's own reports of crashes, which
    // a debug build finds and a release doesn't, would take the signal.
    let script = """
      set -m; export SWIFT_BACKTRACE=enable=no; cd '\(folder)' && export HOME='\(folder)' QIX_HOME='\(folder)/home' || exit 9
      ulimit -c unlimited 2>/dev/null && echo raised
      ./qix init -q >/dev/null && ./qix user create --external-id ada -q >/dev/null && mkfifo pipe || exit 9
      look() {
        echo "$1 $(grep 'Max core file size' /proc/$2/limits | tr -s ' ')"
        for file in mem environ maps; do head -c 1 /proc/$2/$file >/dev/null 2>&1 && echo "$1 readable $file"; done
      }
      for signal in ABRT QUIT SEGV; do
        ./qix user set ada --file - <pipe & id=$!
        exec 3>pipe; printf '{"phone": "\(Self.canary)' >&3; sleep 0.5
        look qix $id
        kill -$signal $id; wait $id; echo "ended $?"
        exec 3>&-
      done
      echo "cores $(find . -name '*core*' | wc -l)"
      sleep 60 & look sleep $!
      kill -ABRT %%; wait
      echo "control $(find . -name '*core*' | wc -l)"
      """
    // What the test process starts inherits that all signals are blocked, and would wait for ever with one pending.
    let unblock = """
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      os.execvp(sys.argv[1], sys.argv[1:])
      """
    let outcome = try Tool.python(
      ["-c", unblock, "setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "bash", "-c", script])
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(outcome.exitCode == 0, "\(outcome.output)")
    #expect(lines.filter { $0.hasPrefix("qix Max core file size 0 0") }.count == 3, "\(outcome.output)")
    #expect(!outcome.output.contains("qix readable"), "\(outcome.output)")
    // 128 and the signal: it died of it, and did not end before.
    for signal in [SIGABRT, SIGQUIT, SIGSEGV] { #expect(lines.contains("ended \(128 + signal)"), "\(outcome.output)") }
    #expect(lines.contains("cores 0"))
    // That the look sees what is to be seen: another program of the same user, and its core where there can be one. In one
    // process with tests that handle secrets there can't, since these have given up the limit for good.
    #expect(lines.contains("sleep readable environ"), "\(outcome.output)")
    if lines.contains("raised") {
      #expect(lines.contains { $0.hasPrefix("sleep Max core file size unlimited") }, "\(outcome.output)")
      let pattern = try String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)
      #expect(pattern != "core\n" || lines.contains("control 1"), "\(outcome.output)")
    }
  }
}
