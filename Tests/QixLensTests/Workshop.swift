import Foundation
import QixFormats
import QixTesting
import Testing

@testable import QixLens

/// The program of `Tests/LensProbe`, beside this test: a worker that tries what it must not.
enum Workshop {
  static let probe = URL(filePath: Requirement.programPath).deletingLastPathComponent().path + "/qix-lens-probe"

  /// What that program's operations are called and may do; what they do is its own.
  struct Probe: LensOperation {
    static let name = "probe"
    static let limits = LensLimits(fileBytes: 1 << 20, seconds: 2, memory: 256 << 20, requests: 5, answerBytes: 4 << 10)
    init() throws { throw LensError.noOperation(Self.name) }
    static func accepts(_ reading: JSONObject) -> Bool { reading["forged"] == nil }
    func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject { [:] }
  }

  struct ThreadProbe: LensOperation {
    static let name = "thread-probe"
    static let limits = LensLimits(fileBytes: 1 << 20, seconds: 2, memory: 256 << 20)
    init() throws { throw LensError.noOperation(Self.name) }
    static func accepts(_ reading: JSONObject) -> Bool { true }
    func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject { [:] }
  }

  struct Pictures: LensOperation {
    static let name = "picture"
    static let limits = LensLimits(fileBytes: 16 << 20, seconds: 5, memory: 512 << 20, rights: Picture.rights)
    init() throws { throw LensError.noOperation(Self.name) }
    static func accepts(_ reading: JSONObject) -> Bool { (reading["width"]?.integer ?? 0) > 0 }
    func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject { [:] }
  }

  static func lens(_ executable: String = probe) -> Lens {
    Lens([Probe.self, ThreadProbe.self, Pictures.self], executable: executable)
  }

  /// What the kernel says of a process (proc_pid_status(5)); nil where there is none.
  static func status(of process: pid_t, _ field: String) -> String? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix("\(field):") }
    return line.map { String($0.dropFirst(field.count + 1)).trimmingCharacters(in: .whitespaces) }
  }

  /// Whether a process is there and hasn't ended: one that nobody waits for stays as a zombie.
  static func lives(_ process: pid_t) -> Bool { status(of: process, "State").map { !$0.hasPrefix("Z") } ?? false }

  static func children(of process: pid_t) -> [pid_t] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.filter { status(of: $0, "PPid") == "\(process)" }
  }

  /// A sample of `Samples`.
  static func sample(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples")
    return Array(try Data(contentsOf: folder.appending(path: name)))
  }
}
