import Foundation
import QixCommands
import QixTerminal
import QixTesting

/// As much of the sources as a new module has to do with, in a folder of a test's own.
struct Copy {
  let root: String
  let home: TestHome

  static let house = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  static func with(_ body: (Copy) throws -> Void) throws {
    try TestHome.with { home in
      let copy = Copy(root: "\(home.path)/sources", home: home)
      for folder in ["Plugins/Coins", "Plugins/TVShake", "Sources/QixCatalog", "Tests/CoinsTests"] {
        try FileManager.default.createDirectory(atPath: "\(copy.root)/\(folder)", withIntermediateDirectories: true)
      }
      for file in ["Package.swift", "Sources/QixCatalog/Catalog.swift", "Plugins/README.md"] {
        try FileManager.default.copyItem(atPath: "\(house)/\(file)", toPath: "\(copy.root)/\(file)")
      }
      try body(copy)
    }
  }

  /// Every file with its content, and every folder.
  func contents() throws -> [String: String] {
    var contents: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      contents[path] = (try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)) ?? "a folder"
    }
    return contents
  }

  func text(_ path: String) throws -> String { try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) }

  func write(_ text: String, to path: String) throws {
    try text.write(toFile: "\(root)/\(path)", atomically: true, encoding: .utf8)
  }

  /// `qix plugin new`: exit code, and the error's code.
  func new(_ name: String, _ kind: String = "shake", _ more: String...) throws -> (exitCode: Int32, code: String?) {
    let outcome = try home.qix(["plugin", "new", name, "--kind", kind, "--repository", root, "--json"] + more)
    return (outcome.exitCode, outcome.errors.split(separator: "\"").map(String.init).dropFirst(5).first)
  }
}
