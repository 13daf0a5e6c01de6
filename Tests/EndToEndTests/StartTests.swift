import Foundation
import Testing

/// What every start pays for (decision 0020).
@Suite struct StartTests {
  /// A task-local value anywhere, or an `async` function, links the runtime of concurrency with libdispatch into the
  /// release: 130 KB more that the loader relocates at each start, and `--version` takes 7 % longer.
  @Test func noRuntimeOfConcurrencyIsLinkedIn() throws {
    let program = try Data(contentsOf: URL(fileURLWithPath: try BuiltProgram.path.get()))
    #expect(program.range(of: Data("com.apple.root.default-qos".utf8)) == nil)
  }

  /// Whoever can overwrite memory of the process doesn't know where its code lies: of the types of ELF a release is
  /// ET_DYN (3), which the loader puts at a random place, and not ET_EXEC (2).
  @Test func itIsLoadedAtARandomPlace() throws {
    let program = try Data(contentsOf: URL(fileURLWithPath: try BuiltProgram.path.get()))
    #expect(program.prefix(4) == Data([0x7F]) + Data("ELF".utf8))
    #expect(Array(program[16..<18]) == [3, 0])
  }
}
