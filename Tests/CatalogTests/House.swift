import Foundation
import QixCatalog
import QixKernel
import Testing

/// The folders of the project and what the catalogue says should be in them.
enum House {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func path(_ name: String) -> String { root.appendingPathComponent(name).path }

  static func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  /// Whether the goldens and frozen databases are to be written rather than compared.
  static let isRecording = ProcessInfo.processInfo.environment["QIX_RECORD"] == "1"

  /// A module as a test is told of it: named in what the test prints.
  struct Entry: CustomTestStringConvertible, Sendable {
    let module: any Module.Type
    var testDescription: String { module.id }

    /// `CoinsModule` lives in `Plugins/Coins`.
    var folder: String { String(String(describing: module).dropLast("Module".count)) }
  }

  static let modules = Catalog.modules.map { Entry(module: $0) }
}
