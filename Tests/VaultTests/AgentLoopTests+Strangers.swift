import Foundation
import Glibc
import QixStorage
import QixTesting
import Testing
import VaultContract

@testable import Vault

/// Other users of the machine, where the folder and the socket would let them in. Only root can become somebody else.
extension AgentLoopTests {
  /// Runs lines of Python as another user, in the agent's folder, until its input ends.
  /// - Parameter body: gets the first line that the program prints.
  private func asStranger(_ script: String, in folder: Int32, _ body: (String) throws -> Void) throws {
    let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(folder)")
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments = [
      "--reuid=4711", "--regid=4711", "--clear-groups", "/usr/bin/python3", "-c",
      "import os, socket, sys\nsocket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)\n\(script)",
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    defer {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
      line.append(byte)
    }
    try body(String(decoding: line, as: UTF8.self))
  }

  /// Whoever may speak with the agent has every secret of the vault.
  @Test(.needs(.root), .needs(.python())) func anotherUserIsHungUpOn() throws {
    try withAgent { running in
      try #require(fchmod(running.place.folder, 0o711) == 0)
      try #require(fchmodat(running.place.folder, AgentPlace.socket, 0o666, 0) == 0)
      let question = AgentServiceTests.packet(1).map { String(format: "%02x", $0) }.joined()
      let script = """
        socket.connect('agent.sock')
        try:
          socket.send(bytes.fromhex('\(question)'))
          print(len(socket.recv(512)), flush=True)
        except OSError:
          print(0, flush=True)
        """
      try asStranger(script, in: running.place.folder) { #expect($0 == "0") }
    }
  }

  /// Whoever answers in the agent's place learns the keys that it is given to wrap.
  @Test(.needs(.root), .needs(.python())) func anAgentOfAnotherUserIsNotBelieved() throws {
    try TestHome.with { home in
      let place = try #require(AgentPlace(HomeFolder(path: home.path)))
      try #require(fchmod(place.folder, 0o777) == 0)
      let script = """
        socket.bind('agent.sock')
        socket.listen(8)
        print('ready', flush=True)
        sys.stdin.read()
        """
      try asStranger(script, in: place.folder) { line in
        try #require(line == "ready")
        #expect(throws: VaultError.agentFailed("it runs as another user")) { _ = try AgentClient(place).process() }
      }
    }
  }
}
