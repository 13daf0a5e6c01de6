import Foundation
import QixTesting

/// A mail server of a test's own: aiosmtpd in a process of Python.
final class MailServerProcess {
  let port: Int
  /// The server's certificate, which is its own authority; nil without TLS.
  let certificate: String?
  private let folder: URL
  private let process = Process()
  private let input = Pipe()

  struct Letter: Decodable {
    let from: String
    let to: [String]
    let hello: String
    let tls: Bool
    let signedIn: Bool
    let content: String

    /// Header and body as lines.
    var lines: [String] { content.components(separatedBy: "\r\n") }
  }

  struct Failure: Error {}

  enum Security { case none, startTLS, tls }

  init(_ security: Security = .none, needsSignIn: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("qix-mail-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Samples/mail-server.py").path
    var arguments = [script, folder.appendingPathComponent("letters").path]
    if security == .none {
      certificate = nil
    } else {
      let path = folder.appendingPathComponent("server.pem").path
      guard
        try Tool("openssl")(
          [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", path, "-out", path + ".crt",
          ]).exitCode == 0
      else { throw Failure() }
      let both =
        try String(contentsOfFile: path, encoding: .utf8) + String(contentsOfFile: path + ".crt", encoding: .utf8)
      try both.write(toFile: path, atomically: true, encoding: .utf8)
      certificate = path + ".crt"
      arguments.append("\(security == .tls ? "tls" : "starttls")=\(path)")
    }
    if needsSignIn { arguments.append("auth") }
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: try Tool.python.path)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.contains("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Failure() }
      text += String(decoding: data, as: UTF8.self)
    }
    guard let port = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw Failure() }
    self.port = port
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  func letters() throws -> [Letter] {
    guard let text = try? String(contentsOf: folder.appendingPathComponent("letters"), encoding: .utf8) else {
      return []
    }
    return try text.split(separator: "\n").map { try JSONDecoder().decode(Letter.self, from: Data($0.utf8)) }
  }
}
