internal import CMedia
internal import Glibc

/// The program under another name: it reads one file's header and writes what it found into a pipe, under limits and with
/// nothing else open.
package enum MediaHelper {
  /// `argv[0]`.
  package static let name = "qix-media"

  /// What the helper finds open: the file as 0, the pipe as 1.
  private static let answerSize = MemoryLayout<Int32>.size + MemoryLayout<qix_media>.size

  /// The helper's life.
  package static func run() -> Int32 {
    guard let library = try? MediaLibrary.load(), library.confine() else { return 1 }
    var answer = library.probe(0)
    var bytes = withUnsafeBytes(of: &answer.code) { Array($0) }
    bytes += withUnsafeBytes(of: &answer.media) { Array($0) }
    return write(1, bytes, bytes.count) == bytes.count ? 0 : 1
  }

  /// - Parameter executable: this program's file.
  static func ask(_ executable: String, file: Int32) throws(MediaError) -> MediaAnswer {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .helper(reason) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process: pid_t
    do {
      defer { close(ends[1]) }
      process = try start(executable, file: file, pipe: ends[1])
    } catch {
      close(ends[0])
      throw error
    }
    defer { close(ends[0]) }
    let bytes = readAnswer(ends[0])
    // It has answered, or has had its time.
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
    guard let bytes else { throw .helper("it ended without an answer") }
    var answer = MediaAnswer(code: 0)
    withUnsafeMutableBytes(of: &answer.code) { $0.copyBytes(from: bytes[..<MemoryLayout<Int32>.size]) }
    withUnsafeMutableBytes(of: &answer.media) { $0.copyBytes(from: bytes[MemoryLayout<Int32>.size...]) }
    return answer
  }

  private static var reason: String { String(cString: strerror(errno)) }

  /// Nil when there is no whole answer within twice the time that the helper gives itself.
  private static func readAnswer(_ pipe: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: answerSize)
    while bytes.count < answerSize {
      var waiting = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, Int32(2 * VideoFile.Limits.milliseconds))
      if ready < 0, errno == EINTR { continue }
      guard ready == 1 else { return nil }
      let count = read(pipe, &buffer, answerSize - bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
    return bytes
  }

  private static func start(_ executable: String, file: Int32, pipe: Int32) throws(MediaError) -> pid_t {
    // Copies with numbers that are not among those they are to get.
    let given = [(file, Int32(0)), (pipe, Int32(1))].map { (fcntl($0, F_DUPFD_CLOEXEC, 16), $1) }
    defer { given.forEach { close($0.0) } }
    guard given.allSatisfy({ $0.0 >= 0 }) else { throw .helper(reason) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (from, number) in given { posix_spawn_file_actions_adddup2(&actions, from, number) }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    guard let name = strdup(name) else { throw .helper("no memory") }
    defer { free(name) }
    var (arguments, environment): ([UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]) = (
      [name, nil], [nil]
    )
    var process = pid_t()
    let error = posix_spawn(&process, executable, &actions, nil, &arguments, &environment)
    guard error == 0 else { throw .helper("it can't be started: \(String(cString: strerror(error)))") }
    return process
  }
}
