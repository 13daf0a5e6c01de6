/// The most that an operation may use. A worker that wants more is ended, and its file counts as one that can't be read.
package struct LensLimits: Sendable, Equatable {
  /// Bytes of a file; a longer one isn't handed over. From 1 on.
  package let fileBytes: Int
  /// Seconds from handing a file over until the answer, by the wall clock. From 1 on.
  package let seconds: Int
  /// Bytes that the worker may write to: its heap, its stacks, the data of its libraries (`RLIMIT_DATA`).
  package let memory: Int
  /// Files that one worker looks at before another takes its place. From 1 on.
  package let requests: Int
  /// Bytes of JSON in an answer.
  package let answerBytes: Int
  /// System calls that a library can't do without behind the filter of system calls.
  package let rights: LensRights

  package init(
    fileBytes: Int, seconds: Int, memory: Int, requests: Int = 200, answerBytes: Int = 256 << 10,
    rights: LensRights = []
  ) {
    precondition(
      fileBytes > 0 && seconds > 0 && memory > 0 && requests > 0 && answerBytes > 0, "a limit allows nothing")
    self.fileBytes = fileBytes
    self.seconds = seconds
    self.memory = memory
    self.requests = requests
    self.answerBytes = answerBytes
    self.rights = rights
  }
}

/// The rights that the filter of system calls leaves besides reading the file, answering, and memory. Each makes a hole
/// wider.
package struct LensRights: OptionSet, Sendable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Starts threads of its own process; never processes.
  package static let threads = LensRights(rawValue: 1)
  /// Makes memory executable, for libraries that write machine code while they work.
  package static let machineCode = LensRights(rawValue: 2)
}
