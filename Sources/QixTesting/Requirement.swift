internal import Foundation
package import QixLibraries
package import Testing

/// Something of the machine that a test can't do without: a program, a module of Python, a late library, a right.
package struct Requirement: Sendable {
  /// The message where it is missing: "zbarimg is not there; Debian's package zbar-tools brings it".
  let absence: String
  /// Whether `scripts/setup.sh tests` and `scripts/late.sh` bring it, so that its absence after them is a fault.
  let isPromised: Bool
  package let isMet: @Sendable () -> Bool

  private init(_ absence: String, isPromised: Bool = true, isMet: @escaping @Sendable () -> Bool) {
    self.absence = absence
    self.isPromised = isPromised
    self.isMet = isMet
  }

  /// - Parameter package: Debian's package that brings it, one of `scripts/setup.sh`'s; nil for what every Debian has.
  package static func program(_ name: String, package: String? = nil) -> Requirement {
    Requirement("\(name) is not there; Debian's package \(package ?? name) brings it") {
      (try? Tool(name)) != nil
    }
  }

  /// A module that Debian's Python must be able to import.
  package static func python(module: String = "sys", package: String = "python3") -> Requirement {
    Requirement("Debian's python3 has no module \(module); Debian's package \(package) brings it") {
      (try? Tool.python(["-c", "import \(module)"]))?.exitCode == 0
    }
  }

  /// - Parameter packages: those of Debian that `scripts/late.sh` compiles it against.
  package static func library(_ library: LateLibrary, packages: String) -> Requirement {
    Requirement("\(library.file) isn't there; `make build` makes it where \(packages) is installed") {
      (try? library.load()) != nil
    }
  }

  /// The program itself, as `swift build` has put it beside the tests.
  package static let program = Requirement("the program isn't built beside the tests") {
    FileManager.default.isExecutableFile(atPath: programPath)
  }

  /// The path where `swift build` puts the program: beside the tests that run.
  package static let programPath: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/nonexistent"
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("qix").path
  }()

  /// To be root, who alone can become another user.
  package static let root = Requirement("only root can act as another user", isPromised: false) { geteuid() == 0 }

  /// Published vectors, which are no part of the repository.
  package static func vectors(_ path: String) -> Requirement {
    Requirement(PublishedVectors.absence, isPromised: false) { PublishedVectors.find(path) != nil }
  }

  /// A folder of development data, which are no part of the repository: in `../shared/data` beside it.
  package static func data(_ name: String) -> Requirement {
    let folder = URL(filePath: #filePath).appending(path: "../../../../shared/data/\(name)").standardizedFileURL.path
    return Requirement("the development data '\(name)' are not there", isPromised: false) {
      FileManager.default.fileExists(atPath: folder)
    }
  }

  /// The long form of the tests, `QIX_LONG=1`.
  package static let long = Requirement("QIX_LONG=1 runs it", isPromised: false) { LongForm.isAsked }
}

/// The long form of tests that have one, for unattended hours: `QIX_LONG=1`.
package enum LongForm {
  package static let isAsked = ProcessInfo.processInfo.environment["QIX_LONG"] == "1"
}

extension Trait where Self == ConditionTrait {
  /// Skips the test, with a word of why, on a machine that lacks something.
  ///
  /// With `QIX_PREPARED=1`, after a set-up that promised to bring everything, what it promised and isn't there fails the
  /// test instead.
  package static func needs(_ requirement: Requirement) -> Self {
    .enabled("\(requirement.absence)") {
      try requirement.decides(isPrepared: ProcessInfo.processInfo.environment["QIX_PREPARED"] == "1")
    }
  }
}

extension Requirement {
  /// Whether the test runs.
  /// - Parameter isPrepared: whether a set-up has run.
  /// - Throws: `Tool.Missing` where it should have brought what is missing.
  package func decides(isPrepared: Bool) throws(Tool.Missing) -> Bool {
    if isMet() { return true }
    if isPromised, isPrepared { throw Tool.Missing(description: "\(absence), and the set-up has run") }
    return false
  }
}
