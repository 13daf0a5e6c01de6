internal import CProcess
internal import Glibc
internal import QixFormats

/// A worker as its asker sees it. It ends with this value, and with this process, however that ends.
final class WorkerProcess {
  let process: pid_t
  private let channel: LensChannel
  /// The end of a pipe by whose going the worker is ended.
  private let line: Int32
  private let limits: LensLimits
  /// Files that it was given.
  private(set) var served = 0

  /// Why there is no answer.
  enum Loss: Error {
    /// It broke off, fell silent or gave a malformed answer. It can't be used further.
    case broken
    /// It had less than a quarter of its time on a processor, and would have gone on.
    case heldUp
    case fault(LensFault)
  }

  /// `POSIX_SPAWN_SETSID`, a macro of GNU's.
  private static let ownSession: Int16 = 0x80

  /// The time a worker may take until it is ready: models are large, and machines busy.
  private static let milliseconds: Int64 = 60_000

  /// Starts one and waits until it is ready.
  /// - Throws: `LensError.noWorker`, `LensError.unready`.
  init(_ operation: any LensOperation.Type, executable: String) throws(LensError) {
    limits = operation.limits
    var (ends, pipe): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .noWorker(String(cString: strerror(errno)))
    }
    guard qix_pipe(&pipe) == 0 else {
      let reason = String(cString: strerror(errno))
      ends.forEach { close($0) }
      throw .noWorker(reason)
    }
    (channel, line) = (LensChannel(socket: ends[0]), pipe[1])
    do throws(LensError) {
      // Its own ends are the worker's alone, or its end would go unnoticed.
      defer { [ends[1], pipe[0]].forEach { close($0) } }
      process = try Self.spawn(executable, channel: ends[1], line: pipe[0])
    } catch {
      [ends[0], pipe[1]].forEach { close($0) }
      throw error
    }
    // From here on the deinitialiser ends it.
    try greet(operation.name)
  }

  deinit {
    close(channel.socket)
    kill(process, SIGKILL)
    close(line)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  /// Whether it has had its share of files.
  var isOld: Bool { served >= limits.requests }

  private func greet(_ name: String) throws(LensError) {
    let answer: JSONObject
    do throws(LensFrame.Fault) {
      try channel.send(["operation": .string(name)])
      answer = try channel.receive(most: LensWorker.mostGreeting, within: Self.milliseconds).object
    } catch {
      throw .noWorker("it ended, or was not ready within \(Self.milliseconds / 1_000) seconds")
    }
    if answer["ready"]?.bool == true { return }
    guard let code = answer["code"]?.string, let sentence = answer["sentence"]?.string else {
      throw .noWorker("its answer can't be read")
    }
    throw .unready(code: code, sentence: sentence, hint: answer["hint"]?.string)
  }

  /// Hands it a file and waits for the answer.
  func look(at file: LensFile, _ options: JSONObject) throws(Loss) -> JSONObject {
    served += 1
    let begun = ProcessTimes(of: process)
    let answer: JSONObject
    do throws(LensFrame.Fault) {
      try channel.send(options, descriptor: file.descriptor)
      let frame = try channel.receive(
        most: limits.answerBytes + LensWorker.mostGreeting, within: Int64(limits.seconds) * 1_000)
      // A worker has nothing to hand over.
      if frame.descriptor >= 0 { close(frame.descriptor) }
      answer = frame.object
    } catch .silence {
      throw isHeldUp(since: begun) ? .heldUp : .broken
    } catch {
      throw .broken
    }
    if let reading = answer["reading"]?.object, answer.members.count == 1 { return reading }
    guard let fault = answer["fault"]?.string.flatMap(LensFault.init(stranger:)), answer.members.count == 1 else {
      throw .broken
    }
    throw .fault(fault)
  }

  private func isHeldUp(since begun: ProcessTimes?) -> Bool {
    guard let begun, let now = ProcessTimes(of: process), !now.sleeps else { return false }
    return now.seconds - begun.seconds < Double(limits.seconds) / 4
  }

  private static func spawn(_ executable: String, channel: Int32, line: Int32) throws(LensError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for number: Int32 in 0...2 { posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0) }
    // Copies with numbers outside of those they are to get.
    let given = [channel, line].map { fcntl($0, F_DUPFD_CLOEXEC, 16) }
    defer { given.forEach { close($0) } }
    for (copy, number) in zip(given, [LensWorker.channel, LensWorker.line]) {
      guard copy >= 0 else { throw .noWorker(String(cString: strerror(errno))) }
      posix_spawn_file_actions_adddup2(&actions, copy, number)
    }
    // No signal ignored or held back, and out of reach of the terminal's: who stops a batch isn't told of a broken file.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | Self.ownSession)
    guard let name = strdup(LensWorker.name) else { throw .noWorker("no memory") }
    defer { free(name) }
    // Nothing of the environment, in which there may be secrets.
    var (arguments, environment): ([UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]) = (
      [name, nil], [nil]
    )
    var process = pid_t()
    let error = posix_spawn(&process, executable, &actions, &attributes, &arguments, &environment)
    guard error == 0 else { throw .noWorker("it can't be started: \(String(cString: strerror(error)))") }
    return process
  }
}
