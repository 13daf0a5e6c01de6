package import Foundation
internal import QixCrypto
package import QixFormats

/// Published test vectors, which are no part of the repository: in `QIX_VECTORS`, or in `../shared/vectors` beside the
/// package. Tests that need them say that they were skipped where they are not.
package enum PublishedVectors {
  /// Why a test was skipped.
  package static let absence = "the published vectors are not there; QIX_VECTORS names their folder"

  /// A folder or file of the vectors, nil when it isn't there.
  package static func find(_ path: String) -> URL? {
    let root =
      ProcessInfo.processInfo.environment["QIX_VECTORS"].map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/vectors")
    let url = root.appendingPathComponent(path)
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }

  /// The cases of a file of Wycheproof, each with its group; none when the file isn't there.
  package static func wycheproof(_ name: String) throws -> [WycheproofCase] {
    guard let url = find("wycheproof/\(name)_test.json") else { return [] }
    let file = try JSONValue(parsing: [UInt8](Data(contentsOf: url)))
    let cases = (file["testGroups"]?.array ?? []).flatMap { group in
      (group["tests"]?.array ?? []).map { WycheproofCase(group: group, test: $0) }
    }
    // A file that lost its cases must not pass.
    precondition(Int64(cases.count) == file["numberOfTests"]?.integer && !cases.isEmpty, "\(name) is no whole file")
    return cases
  }
}

package struct WycheproofCase: Sendable, CustomStringConvertible {
  package let group: JSONValue
  package let test: JSONValue

  package var isValid: Bool { test["result"] == "valid" }
  /// Right by the letter of some standard, but such that a library may refuse it.
  package var isAcceptable: Bool { test["result"] == "acceptable" }

  package func has(_ flag: String) -> Bool { test["flags"]?.array?.contains(.string(flag)) ?? false }

  /// The bytes of a member of the test.
  package func bytes(_ key: String) -> [UInt8] { Hexadecimal.decode(test[key]?.string ?? "none") ?? [] }

  package var description: String {
    "case \(test["tcId"]?.integer ?? 0), \(test["comment"]?.string ?? ""), \(test["result"]?.string ?? "")"
  }
}
