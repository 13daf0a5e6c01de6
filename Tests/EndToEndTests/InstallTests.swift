import Foundation
import QixTesting
import Testing

/// What `make install` puts where, and that `make uninstall` finds it again.
@Suite struct InstallTests {
  @Test(.needs(.program("make")))
  func whatIsInstalledWorksAndCanBeTakenAway() throws {
    let make = try Tool("make")
    let stage = FileManager.default.temporaryDirectory.appendingPathComponent("qix-stage-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: stage) }
    let settings = ["DESTDIR=\(stage)", "PREFIX=/usr", "BINARY=\(try BuiltProgram.path.get())"]

    let installed = try make(["--silent", "install"] + settings)
    try #require(installed.exitCode == 0, "\(installed.output)")
    for file in [
      "share/bash-completion/completions/qix", "share/zsh/site-functions/_qix",
      "share/fish/vendor_completions.d/qix.fish",
      "share/man/man1/qix.1", "share/man/man1/qix-coins-issue.1",
    ] {
      let text = try String(contentsOfFile: "\(stage)/usr/\(file)", encoding: .utf8)
      #expect(text.contains("qix"), "\(file)")
    }
    // Those that could be made lie where the installed program looks for them.
    let build = URL(fileURLWithPath: try BuiltProgram.path.get()).deletingLastPathComponent().path
    let late = try FileManager.default.contentsOfDirectory(atPath: build).filter {
      $0.hasPrefix("libqix-") && $0.hasSuffix(".so")
    }
    for library in late {
      #expect(FileManager.default.fileExists(atPath: "\(stage)/usr/lib/qix/\(library)"), "\(library)")
    }
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "\(stage)/usr/bin/qix")
    program.arguments = ["--version"]
    program.standardOutput = FileHandle.nullDevice
    try program.run()
    program.waitUntilExit()
    #expect(program.terminationStatus == 0)

    let removed = try make(["--silent", "uninstall"] + settings)
    #expect(removed.exitCode == 0, "\(removed.output)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: stage).filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(stage)/\($0)", isDirectory: &isFolder) && !isFolder.boolValue
    }
    #expect(files == [])
  }
}
