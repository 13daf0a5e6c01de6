internal import Glibc
internal import QixModule

/// A copy of qix's sources, as far as a new module has to do with it.
struct Repository {
  static let manifest = "Package.swift"
  static let catalogue = "Sources/QixCatalog/Catalog.swift"
  static let table = "Plugins/README.md"

  /// Absolute, or as it was given.
  let root: String

  /// - Throws: `pluginkit.not-a-repository`
  init(at folder: String) throws {
    root = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    for file in [Self.manifest, Self.catalogue, Self.table] where !has(file) {
      throw Failure(
        "pluginkit.not-a-repository", .notFound, "'\(folder)' is not a copy of qix's sources: it lacks \(file)",
        hint: "Name the folder that contains Package.swift and Plugins.")
    }
  }

  /// The nearest folder, from one upwards, that has a manifest and a catalogue.
  /// - Throws: `PluginError.noRepository`
  static func around(_ folder: String) throws(PluginError) -> Repository {
    var parts = folder.split(separator: "/")
    while true {
      if let found = try? Repository(at: "/" + parts.joined(separator: "/")) { return found }
      guard parts.popLast() != nil else { throw .noRepository(near: folder) }
    }
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  /// Whether there is anything of that name, were it a link that leads nowhere.
  func has(_ name: String) -> Bool {
    var status = stat()
    return lstat(path(name), &status) == 0
  }

  /// The content of a file.
  /// - Throws: `PluginError.failed`
  func text(_ name: String) throws(PluginError) -> String {
    let descriptor = open(path(name), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed(name, problem: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw .failed(name, problem: String(cString: strerror(errno))) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .failed(name, problem: "it is not UTF-8")
    }
    return text
  }

  /// The names in a folder, sorted, without hidden ones.
  func names(in folder: String) -> [String] {
    guard let directory = opendir(path(folder)) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }
}
