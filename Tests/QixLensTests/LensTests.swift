import Foundation
import Glibc
import QixFormats
import QixKernel
import QixTesting
import Testing

@testable import QixLens

@Suite struct LensTests {
  private static func attempt(_ name: String) -> JSONObject { ["try": .string(name)] }

  /// Asks again while a worker has no processor: on a busy machine a crash can take longer than a look may.
  private static func patiently(_ lens: Lens, _ options: JSONObject) throws -> JSONObject {
    for _ in 0..<20 {
      do {
        return try lens.look("probe", at: LensFile([1]), options)
      } catch let error as LensError where error.category == .busy {}
    }
    return try lens.look("probe", at: LensFile([1]), options)
  }

  @Test func oneWorkerAnswersFileAfterFileUntilItIsOld() throws {
    let lens = Workshop.lens()
    var served: [Int64] = []
    for number in 1...7 {
      let bytes = [UInt8](repeating: UInt8(number), count: 1_000)
      let reading = try lens.look("probe", at: LensFile(bytes))
      #expect(reading["sum"]?.integer == Int64(number) * 1_000)
      served.append(try #require(reading["served"]?.integer))
    }
    #expect(served == [1, 2, 3, 4, 5, 1, 2])
  }

  @Test func aFaultIsToldInWordsOfOurOwnAndTheWorkerGoesOn() throws {
    let lens = Workshop.lens()
    _ = try lens.look("probe", at: LensFile([1]))
    let error = #expect(throws: LensError.self) { try lens.look("probe", at: LensFile([1]), Self.attempt("fault")) }
    #expect(error == .fault(.damaged, sentence: "the file is damaged, or was cut short"))
    #expect(error?.category == .usage)
    #expect(try lens.look("probe", at: LensFile([1]))["served"] == 3)
  }

  /// A crash, an endless loop, a silence, and answers that are none.
  @Test(arguments: [
    "crash", "spin", "sleep", "noise", "half", "no-object", "forged", "both", "strange-fault",
  ])
  func whateverAWorkerDoesIsAFileThatCantBeRead(_ name: String) throws {
    let lens = Workshop.lens()
    let error = #expect(throws: LensError.self) { try Self.patiently(lens, Self.attempt(name)) }
    #expect(error == .unreadable, "\(name)")
    #expect(try lens.look("probe", at: LensFile([1]))["served"] == 1, "\(name)")
  }

  /// One that was stopped would have gone on: nothing is known of the file.
  @Test func aWorkerThatGetsNoProcessorSaysNothingOfItsFile() throws {
    let worker = try WorkerProcess(Workshop.Probe.self, executable: Workshop.probe)
    #expect(try worker.look(at: LensFile([1]), [:])["served"] == 1)
    kill(worker.process, SIGSTOP)
    let loss = #expect(throws: WorkerProcess.Loss.self) { try worker.look(at: LensFile([1]), [:]) }
    if case .heldUp = loss {} else { Issue.record("\(String(describing: loss))") }
    #expect(LensError.busy(seconds: 2).category == .busy)
  }

  @Test func aFileThatEndsAnOldWorkerHasOneMoreTryWithAFreshOne() throws {
    let lens = Workshop.lens()
    _ = try lens.look("probe", at: LensFile([1]))
    #expect(try lens.look("probe", at: LensFile([1]), Self.attempt("crash-when-old"))["served"] == 1)
    // One that ends a fresh one, too, has had it.
    _ = try lens.look("probe", at: LensFile([1]))
    #expect(throws: LensError.unreadable) { try Self.patiently(lens, Self.attempt("crash")) }
  }

  /// A worker whose memory is full of what it keeps has nothing to say of the file.
  @Test func aFaultOfAgeHasOneMoreTryWithAFreshOne() throws {
    let lens = Workshop.lens()
    for _ in 0..<3 {
      #expect(try lens.look("probe", at: LensFile([1]), Self.attempt("fail-when-old"))["served"] == 1)
    }
    // Where a fresh one has it, too, it is the file's.
    let error = #expect(throws: LensError.self) { try lens.look("probe", at: LensFile([1]), Self.attempt("too-much")) }
    #expect(error?.code == "lens.too-much")
    #expect(try lens.look("probe", at: LensFile([1]))["served"] == 1)
  }

  @Test func longFilesAreNotHandedOver() throws {
    let error = #expect(throws: LensError.self) {
      try Workshop.lens().look("probe", at: LensFile([UInt8](repeating: 0, count: 1 << 20 + 1)))
    }
    #expect(error?.code == "lens.too-long")
  }

  @Test func whatIsNoOperationIsSaid() throws {
    #expect(throws: LensError.noOperation("tea-leaves")) { try Workshop.lens().look("tea-leaves", at: LensFile([1])) }
  }

  /// A program that answers nothing, or something else, is no worker; nor is the program itself for an operation that it
  /// hasn't.
  @Test(arguments: ["/bin/true", "/bin/cat", "/nowhere/qix", Requirement.programPath])
  func aWorkerThatIsNoneIsFoundOut(_ executable: String) throws {
    let started = ContinuousClock.now
    let error = #expect(throws: LensError.self) { try Workshop.lens(executable).look("probe", at: LensFile([1])) }
    #expect(error?.code == "lens.no-worker")
    // Nobody waits for what has ended.
    #expect(ContinuousClock.now - started < .seconds(30), "\(executable)")
  }

  /// A worker that couldn't be had is asked for once more, and not for ever.
  @Test(arguments: [(failures: 1, isRead: true), (failures: 2, isRead: false)])
  func aLostWorkerIsAskedForOnceMore(_ failures: Int, _ isRead: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "qix-lens-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script = "\(folder)/worker"
    let text = """
      #!/bin/bash
      for number in $(seq \(failures)); do
        if /bin/mkdir "\(folder)/$number"; then exit 1; fi
      done
      exec -a \(LensWorker.name) "\(Workshop.probe)"
      """
    try text.write(toFile: script, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
    let lens = Workshop.lens(script)
    if isRead {
      #expect(try lens.look("probe", at: LensFile([1]))["served"] == 1)
    } else {
      let error = #expect(throws: LensError.self) { try lens.look("probe", at: LensFile([1])) }
      #expect(error?.code == "lens.no-worker")
    }
  }

  @Test func aWorkerEndsWithWhoeverAsksIt() throws {
    var worker: WorkerProcess? = try WorkerProcess(Workshop.Probe.self, executable: Workshop.probe)
    let process = try #require(worker?.process)
    #expect(try worker?.look(at: LensFile([1]), [:])["served"] == 1)
    #expect(kill(process, 0) == 0)
    worker = nil
    #expect(kill(process, 0) == -1)
  }

  /// However it ends, and whatever the worker is at: computing, or waiting for what never comes.
  @Test(arguments: ["spin", "sleep"])
  func aWorkerEndsWithAnAskerThatIsKilled(_ attempt: String) throws {
    let asker = Process()
    asker.executableURL = URL(filePath: Workshop.probe)
    asker.arguments = [attempt]
    try asker.run()
    defer { if asker.isRunning { asker.terminate() } }
    var found: pid_t?
    // A filter of system calls (Seccomp: 2) is what a worker has that is ready.
    wait(within: .seconds(30)) {
      found = Workshop.children(of: asker.processIdentifier).first { Workshop.status(of: $0, "Seccomp") == "2" }
      return found != nil
    }
    let worker = try #require(found, "the asker has no worker")
    defer { if Workshop.lives(worker) { kill(worker, SIGKILL) } }
    usleep(200_000)
    #expect(Workshop.lives(worker))
    kill(asker.processIdentifier, SIGKILL)
    asker.waitUntilExit()
    #expect(asker.terminationReason == .uncaughtSignal)
    wait(within: .seconds(1)) { !Workshop.lives(worker) }
    #expect(!Workshop.lives(worker), "\(attempt)")
  }

  /// What a thread has started doesn't go with it.
  @Test func aWorkerOutlivesTheThreadThatStartedIt() throws {
    let lens = Workshop.lens()
    let first = Thread { _ = try? lens.look("probe", at: LensFile([1])) }
    first.start()
    wait(within: .seconds(60)) { first.isFinished }
    // The thread behind it ends a little later than it says so.
    usleep(300_000)
    #expect(try lens.look("probe", at: LensFile([1]))["served"] == 2)
  }

  private func wait(within time: Duration, until isDone: () -> Bool) {
    let end = ContinuousClock.now + time
    while !isDone(), ContinuousClock.now < end { usleep(10_000) }
  }

  @Test func threadsShareAFewWorkers() throws {
    let lens = Workshop.lens()
    let sums = try inParallel(8) { number in
      try (0..<3).map { _ in
        try lens.look("probe", at: LensFile([UInt8](repeating: UInt8(number), count: 10)))["sum"]?.integer
      }
    }
    #expect(sums == (0..<8).map { [Int64?](repeating: Int64($0) * 10, count: 3) })
  }

  @Test func whereTheProcessIsNotTheProgramItLooksItself() throws {
    struct Length: LensOperation {
      static let name = "length"
      static let limits = LensLimits(fileBytes: 10, seconds: 1, memory: 1 << 20)
      static let sentences = [LensFault("odd"): "the length is odd"]
      init() throws {}
      static func accepts(_ reading: JSONObject) -> Bool { reading["length"] != 4 }
      func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject {
        if !file.size.isMultiple(of: 2) { throw LensFault("odd") }
        return ["length": .integer(Int64(file.size))]
      }
    }
    let lens = Lens([Length.self], executable: nil)
    #expect(try lens.look("length", at: LensFile([1, 2])) == ["length": 2])
    let error = #expect(throws: LensError.self) { try lens.look("length", at: LensFile([1])) }
    #expect(error == .fault(LensFault("odd"), sentence: "the length is odd"))
    #expect(throws: LensError.unreadable) { try lens.look("length", at: LensFile([1, 2, 3, 4])) }
    #expect(throws: LensError.self) { try lens.look("length", at: LensFile([UInt8](repeating: 0, count: 11))) }
  }
}
