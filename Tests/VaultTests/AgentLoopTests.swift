import CProcess
import Foundation
import Glibc
import QixCrypto
import QixKernel
import QixStorage
import QixTesting
import Synchronization
import Testing
import VaultContract

@testable import Vault

/// The agent on a real socket, in a thread of this process, and clients that mean no good.
@Suite(.serialized) struct AgentLoopTests {
  /// An agent of `AgentServiceTests.service` in a folder with a long path.
  struct Running {
    let home: HomeFolder
    let place: AgentPlace

    var client: AgentClient { AgentClient(place) }

    func custodian() throws -> AgentCustodian {
      let client = client
      return AgentCustodian(client, try #require(try client.status()))
    }

    /// A connection that keeps to no format.
    func connect() throws -> Int32 { try #require(try place.connect()) }
  }

  func withAgent(_ body: (Running) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("qix-agent-\(UUID())").path
    // Longer than an address of a socket may be.
    let path = "\(root)/\(String(repeating: "long", count: 40))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    let home = HomeFolder(path: path)
    let place = try #require(AgentPlace(home))
    let listener = try place.exclusively { try place.makeSocket() }
    try #require(listen(listener, 64) == 0)
    let ended = DispatchSemaphore(value: 0)
    Thread {
      var loop = AgentLoop(AgentServiceTests.service(), listener: listener)
      loop.run { true }
      close(listener)
      ended.signal()
    }.start()
    try body(Running(home: home, place: place))
    // However it was treated, it still does what it is told.
    #expect(try AgentClient(place).lock())
    #expect(ended.wait(timeout: .now() + 10) == .success)
  }

  @Test func aCustodianAcrossTheSocketIsLikeALocalOne() throws {
    try withAgent { running in
      let remote = try running.custodian()
      let local = LocalCustodian(
        AgentServiceTests.key(7), vault: AgentServiceTests.vault, generation: 2, random: SeededRandomSource())
      #expect(remote.vault == local.vault && remote.generation == 2 && remote.seenCounter == 5)
      for purpose in Subkey.allCases {
        let isSame = try remote.subkey(purpose) == local.subkey(purpose)
        #expect(isSame)
      }
      let place = AgentServiceTests.place
      let wrapped = try remote.wrap(AgentServiceTests.key(1), for: place)
      let isSame = try local.unwrap(wrapped, for: place) == AgentServiceTests.key(1)
      #expect(isSame)
      let isBack =
        try remote.unwrap(local.wrap(AgentServiceTests.key(2), for: place), for: place)
        == AgentServiceTests.key(2)
      #expect(isBack)
      #expect(throws: VaultError.self) {
        _ = try remote.unwrap([UInt8](repeating: 0, count: KeyWrap.size), for: place)
      }
      remote.remember(counter: 11)
      #expect(try running.client.status()?.counter == 11)
    }
  }

  @Test func itsSocketIsItsOwnersAlone() throws {
    try withAgent { running in
      var status = stat()
      #expect(fstatat(running.place.folder, AgentPlace.socket, &status, 0) == 0)
      #expect(status.st_mode & 0o777 == 0o600 && status.st_mode & S_IFMT == S_IFSOCK)
      let process = try running.client.process()
      #expect(process == getpid())
    }
  }

  @Test func garbageIsAnsweredOrHungUpOn() throws {
    try withAgent { running in
      for size in [1, 2, 25, 26, 255, 256, 257, 4_096, 65_536] {
        let descriptor = try running.connect()
        defer { close(descriptor) }
        let bytes = [UInt8](repeating: 0xA5, count: size)
        #expect(send(descriptor, bytes, size, Int32(MSG_NOSIGNAL)) == size)
        var reply = [UInt8](repeating: 0, count: 512)
        let count = recv(descriptor, &reply, reply.count, 0)
        if size <= 256 {
          #expect(count == 26 && reply[1] == AgentOutcome.malformed.rawValue)
        } else {
          #expect(count == 0 || count < 0 && errno == ECONNRESET, "\(size) bytes: \(count)")
        }
      }
      #expect(try running.client.status() != nil)
    }
  }

  @Test func descriptorsThatAreSentAlongAreNotKept() throws {
    try withAgent { running in
      func open() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
      let before = open()
      for _ in 0..<50 {
        let descriptor = try running.connect()
        close(descriptor)
      }
      #expect(try running.client.status() != nil)
      // Its own, and those of other tests that come and go.
      #expect(open() < before + 40)
    }
  }

  @Test func aClientThatNeverReadsIsLetGo() throws {
    try withAgent { running in
      let descriptor = try running.connect()
      defer { close(descriptor) }
      let question = AgentServiceTests.packet(1)
      var isGone = false
      // Until its answers no longer fit.
      for _ in 0..<100_000 where !isGone {
        isGone = send(descriptor, question, question.count, Int32(MSG_NOSIGNAL)) < 0 && errno != EAGAIN
      }
      #expect(isGone)
      #expect(try running.client.status() != nil)
    }
  }

  @Test func silentClientsMakeRoom() throws {
    try withAgent { running in
      // As many as there is room for, none of whom says a word.
      var silent: [Int32] = []
      for _ in 0..<AgentLoop.most { silent.append(try running.connect()) }
      defer { silent.forEach { close($0) } }
      let started = Date()
      #expect(try running.client.status() != nil)
      #expect(Date().timeIntervalSince(started) < 4)
    }
  }

  @Test func aConnectionThatWasClosedIsMadeAnew() throws {
    try withAgent { running in
      let custodian = try running.custodian()
      // Others crowd it out.
      var silent: [Int32] = []
      for _ in 0..<AgentLoop.most { silent.append(try running.connect()) }
      defer { silent.forEach { close($0) } }
      #expect(try running.client.status() != nil)
      #expect(try custodian.subkey(.index).count == 32)
    }
  }

  @Test func manyClientsAtOnceAreAllAnswered() throws {
    try withAgent { running in
      let failures = Atomic<Int>(0)
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for _ in 0..<50 {
          do {
            let custodian = try running.custodian()
            let box = try custodian.wrap(AgentServiceTests.key(3), for: AgentServiceTests.place)
            let key = try custodian.unwrap(box, for: AgentServiceTests.place)
            if !(key == AgentServiceTests.key(3)) { failures.add(1, ordering: .relaxed) }
          } catch {
            failures.add(1, ordering: .relaxed)
          }
        }
      }
      #expect(failures.load(ordering: .relaxed) == 0)
    }
  }

  @Test func afterTheLockNobodyIsThere() throws {
    try withAgent { running in
      let custodian = try running.custodian()
      #expect(try running.client.lock())
      #expect(throws: VaultError.locked) { _ = try custodian.subkey(.index) }
      // A new one for the end of the test.
      let listener = try running.place.exclusively { try running.place.makeSocket() }
      #expect(try running.client.status() == nil)
      listen(listener, 1)
      Thread {
        var loop = AgentLoop(AgentServiceTests.service(), listener: listener)
        loop.run { true }
        close(listener)
      }.start()
    }
  }

  @Test func whereThereIsNoAgentThereIsNone() throws {
    try TestHome.with { home in
      let place = try #require(AgentPlace(HomeFolder(path: home.path)))
      #expect(try AgentClient(place).status() == nil)
      #expect(try !AgentClient(place).lock())
      // What one that was killed has left behind.
      close(try place.exclusively { try place.makeSocket() })
      #expect(try AgentClient(place).status() == nil)
      // Something else in its place.
      place.removeSocket(try #require(place.identity))
      try Data().write(to: URL(fileURLWithPath: "\(home.path)/agent.sock"))
      #expect(try AgentClient(place).status() == nil)
    }
    #expect(AgentPlace(HomeFolder(path: "/nonexistent")) == nil)
  }

  @Test func anAgentIsStartedByTheProgramAlone() throws {
    try TestHome.with { home in
      let place = try #require(AgentPlace(HomeFolder(path: home.path)))
      #expect(throws: VaultError.agentFailed("this program can't start one")) {
        _ = try AgentLauncher(executable: nil, place: place)
      }
      // A program that isn't qix doesn't become one.
      let custodian = LocalCustodian(
        AgentServiceTests.key(7), vault: AgentServiceTests.vault, generation: 2, random: SeededRandomSource())
      for program in ["/bin/true", "/nonexistent"] {
        #expect(throws: VaultError.self) {
          try AgentLauncher(executable: program, place: place).start(custodian, counter: 1, AgentLimits())
        }
        #expect(place.identity == nil)
      }
    }
  }
}
