import Foundation
import Glibc
import QixCommands
import QixKernel
import QixLibraries
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Upkeep

@Suite struct DoctorTests {
  /// The line of a check, as verdict and the rest.
  private func line(_ check: String, _ home: TestHome) throws -> (exitCode: Int32, verdict: String, text: String) {
    let outcome = try home.qix("doctor --tsv")
    let rows = outcome.output.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    let row = rows.filter { $0.first == check[...] }.max { $0[1] == "ok" && $1[1] != "ok" } ?? []
    return (outcome.exitCode, row.count > 1 ? String(row[1]) : "absent", row.dropFirst(2).joined(separator: "\t"))
  }

  @Test func newHome() throws {
    try TestHome.with { folder in
      let home = TestHome(path: folder.path + "/home")
      #expect(try line("home", home).verdict == "warning")
      #expect(try line("database", home).text.contains("qix init"))
      #expect(try home.qix("init").exitCode == 0)
      for check in ["program", "SQLite", "libsodium", "home", "files", "write lock", "clock", "schema", "database"] {
        let line = try line(check, home)
        #expect(line.exitCode == 0 && line.verdict == "ok", "\(check): \(line)")
      }
    }
  }

  /// Nobody has to install what nothing here needs.
  @Test func aNewHomeNeedsNoLibrary() throws {
    try TestHome.initialised { home in
      for name in LateLibrary.all.map(\.name) + LateFile.all.map(\.path) {
        let line = try line(name, home)
        #expect(line.exitCode == 0 && line.verdict == "ok", "\(name): \(line)")
      }
    }
  }

  @Test func aLibraryThatIsMissingIsAWarningOnceItIsNeeded() {
    let library = LateLibrary(
      "libnowhere", file: "libnowhere.so.9", purpose: "finding things", debianPackage: "libnowhere9")
    let idle = ProgramCheck(context: .unprepared).finding(library)
    #expect(idle.verdict == .ok && idle.detail.contains("apt-get install libnowhere9"), "\(idle)")
    let needed = ProgramCheck(context: .unprepared, used: ["libnowhere"]).finding(library)
    #expect(needed.verdict == .warning && needed.remedy?.contains("apt-get install libnowhere9") == true, "\(needed)")
  }

  @Test func whatIsThereNeedsItsLibraries() throws {
    try TestHome.initialised { home in
      let openID = try #require(home.modules.first { $0.id == "openid" } as? any LibraryUsing.Type)
      func isUsed() throws -> Bool { try home.unchecked.read { try openID.usesLibraries(.unprepared, in: $0) } }
      #expect(try !isUsed())
      try home.done("auth provider add google --audience 1234.apps.googleusercontent.com")
      #expect(try isUsed())
    }
  }

  /// What a restore keeps holds secrets and people for good unless somebody is told.
  @Test func whatRestoresHaveLeft() throws {
    try TestHome.initialised { home in
      #expect(try home.qix("db backup \(home.path)/b.db").exitCode == 0)
      #expect(try line("leftovers", home).verdict == "absent")
      let restore = try home.qix("db restore \(home.path)/b.db --yes")
      #expect(restore.exitCode == 0 && restore.errors.contains("Remove the file once"))
      let doctor = try line("leftovers", home)
      #expect(doctor.exitCode == 0 && doctor.verdict == "warning" && doctor.text.contains("rm \(home.path)/before-re"))
      let check = try home.qix("db check --tsv")
      #expect(check.exitCode == 0 && check.output.contains("leftovers\twarning\tbefore-restore-"), "\(check)")
    }
  }

  @Test func permissions() throws {
    try TestHome.initialised { home in
      chmod(home.path, 0o755)
      chmod(home.path + "/qix.db", 0o644)
      let (folder, files) = (try line("home", home), try line("files", home))
      #expect(folder.exitCode == 0 && folder.verdict == "warning" && folder.text.contains("chmod 700"))
      #expect(files.verdict == "warning" && files.text.contains("chmod 600"))
    }
  }

  @Test func clock() throws {
    try TestHome.initialised { home in
      home.clock.advance(byMicroseconds: -3 * Timestamp.day)
      let behind = try line("clock", home)
      #expect(behind.exitCode == 0 && behind.verdict == "warning")
      home.clock.set(Timestamp(microseconds: 0))
      let reset = try line("clock", home)
      #expect(reset.exitCode == 1 && reset.verdict == "fault" && reset.text.contains("1970"))
    }
  }

  @Test func pendingMigrations() throws {
    try TestHome.with { home in
      try home.unchecked.create()
      let schema = try line("schema", home)
      #expect(schema.exitCode == 1 && schema.verdict == "fault" && schema.text.contains("qix db migrate"), "\(schema)")
    }
  }

  @Test func lockThatCannotBeUsed() throws {
    try TestHome.initialised { home in
      unlink(home.path + "/qix.lock")
      mkdir(home.path + "/qix.lock", 0o700)
      let lock = try line("write lock", home)
      #expect(lock.exitCode == 1 && lock.verdict == "fault", "\(lock)")
    }
  }

  @Test func copiedByHandAndLeftovers() throws {
    try TestHome.initialised { home in
      let copy = home.path + "/copy.db"
      #expect(try home.qix(["db", "backup", copy]).exitCode == 0)
      for file in ["qix.db", "qix.db-wal", "qix.db-shm", "qix.ack"] { unlink("\(home.path)/\(file)") }
      rename(copy, home.path + "/qix.db")
      let database = try line("database", home)
      #expect(database.exitCode == 0 && database.verdict == "warning" && database.text.contains("delete"))
      // No process has this number (proc(5), pid_max).
      mkdir(home.path + "/restoring-4194305", 0o700)
      #expect(try line("leftovers", home).text.contains("restoring-4194305"))
      mkdir(home.path + "/restoring-\(getpid())", 0o700)
      #expect(try !home.qix("doctor").output.contains("restoring-\(getpid())"))
    }
  }

  @Test func damagedDatabase() throws {
    try TestHome.initialised { home in
      try home.checkpoint()
      try Data(repeating: 0x51, count: 9_000).write(to: URL(fileURLWithPath: home.path + "/qix.db"))
      let database = try line("database", home)
      #expect(database.exitCode == 7 && database.verdict == "fault", "\(database)")
    }
  }
}
