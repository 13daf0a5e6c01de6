import Glibc
import QixFormats
import Testing

@testable import QixLens

/// What a worker can't do, whatever it has read.
@Suite struct ConfinementTests {
  private static func attempt(_ name: String, _ operation: String = "probe") throws -> Int64? {
    try Workshop.lens().look(operation, at: LensFile([1, 2, 3]), ["try": .string(name)])["error"]?.integer
  }

  @Test(arguments: [
    "open", "create", "unlink", "stat", "socket", "local-socket", "execute", "signal", "priority", "raise-limit",
    "executable-memory", "shared-memory", "make-executable", "write-file",
  ])
  func theSystemRefuses(_ name: String) throws {
    let refusal = try #require(try Self.attempt(name))
    #expect(refusal == Int64(EPERM), "\(name)")
  }

  @Test func threadsAreRefusedTooUnlessTheOperationTakesThem() throws {
    #expect(try Self.attempt("thread") != 0)
    #expect(try Self.attempt("thread", "thread-probe") == 0)
    #expect(try Self.attempt("executable-memory", "thread-probe") == 0)
    // Threads and machine code bring nothing else with them.
    for name in ["open", "socket", "execute", "signal", "shared-memory"] {
      #expect(try Self.attempt(name, "thread-probe") == Int64(EPERM), "\(name)")
    }
  }

  @Test func nothingIsInherited() throws {
    let open = open("/dev/null", O_RDONLY)
    defer { close(open) }
    setenv("QIX_CANARY", "secret", 1)
    defer { unsetenv("QIX_CANARY") }
    #expect(try Self.attempt("descriptors") == 0)
    #expect(try Self.attempt("environment") == 0)
  }

  @Test func memoryEnds() throws {
    #expect(try Self.attempt("memory") == Int64(ENOMEM))
  }
}
