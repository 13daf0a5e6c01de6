import Foundation
import QixTesting
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

  /// What a random place costs is little while the places to be corrected are a bitmap of some kilobytes, which lld of the
  /// toolchain writes; as records they were over a megabyte that each start reads.
  @Test(.needs(.program("readelf", package: "binutils"))) func whatTheLoaderCorrectsIsPacked() throws {
    let program = try BuiltProgram.path.get()
    let readelf = try Tool("readelf")
    let dynamic = try readelf(["--dynamic", "--wide", program]).output
    let sizes = dynamic.split(separator: "\n").reduce(into: [String: Int]()) { sizes, line in
      if let name = line.firstMatch(of: /\((\w+)\)/), let size = line.firstMatch(of: /(\d+) \(bytes\)/) {
        sizes[String(name.1)] = Int(size.1)
      }
    }
    #expect((1...64 << 10).contains(sizes["RELRSZ"] ?? 0), "\(sizes)")
    #expect((sizes["RELASZ"] ?? 0) < 64 << 10, "\(sizes)")
    #expect(try readelf(["--string-dump=.comment", program]).output.contains("LLD"))
  }

  /// Each library that the loader finds and maps takes a tenth of a millisecond of each start; the others are loaded when
  /// they are needed.
  @Test(.needs(.program("readelf", package: "binutils"))) func nothingIsLoadedButTheCLibrary() throws {
    let dynamic = try Tool("readelf")(["--dynamic", "--wide", try BuiltProgram.path.get()]).output
    let needed = dynamic.matches(of: /\(NEEDED\)[^\[]*\[([^\]]+)\]/).map { String($0.1) }
    #expect(needed.contains("libc.so.6"))
    #expect(needed.allSatisfy { $0 == "libc.so.6" || $0.hasPrefix("ld-linux") }, "\(needed)")
  }

  /// `qix.ack` says what was acknowledged; a wait for the disk of its own would double what a grant costs.
  @Test(.needs(.program("strace")), .needs(.root)) func whatWasAcknowledgedIsNotedWithoutAWaitForTheDisk() throws {
    try BuiltProgram.initialised { qix, home in
      try qix.done("user create --external-id ada")
      let trace = "\(home)/trace"
      let outcome = try Tool("strace")(
        [
          "--follow-forks", "--decode-fds=path", "--output=\(trace)",
          "--trace=openat,pwrite64,write,fsync,fdatasync,sync,syncfs,sync_file_range,msync",
          try BuiltProgram.path.get(), "coins", "issue", "--to", "ada", "--amount", "5",
        ], environment: ["QIX_HOME": home])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      let waits = calls.filter { $0.contains(/\b(f?sync|fdatasync|syncfs|sync_file_range|msync)\(/) }
      // The grant itself has waited, and what was acknowledged was noted.
      #expect(waits.contains { $0.contains("/qix.db-wal>") }, "\(waits)")
      #expect(calls.contains { $0.contains(/\bp?write(64)?\(/) && $0.contains("/qix.ack>") })
      #expect(!waits.contains { $0.contains("/qix.ack>") || !$0.contains("/qix.db") }, "\(waits)")
      #expect(!calls.contains { $0.contains("openat(") && $0.contains("qix.ack") && $0.contains(/O_D?SYNC/) })
    }
  }
}
