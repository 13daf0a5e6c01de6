internal import Glibc
internal import QixFormats

/// The files of all pages as `scripts/pages.py` puts them into the program: bundled, and compressed by Brotli.
///
/// They lie in a section of the program's own file, `.qix.pages`, which is read when a server starts and costs no other
/// start anything. It begins with a line of JSON that names each file and its sizes in bytes, after which the files follow,
/// each with its compressed form behind it.
package struct PagePack: Sendable {
  private let folders: [String: [PageFile]]

  /// Those of the running program; none where it was built without pages.
  package static let ofProgram = PagePack(ELFSection.bytes(of: ".qix.pages", in: "/proc/self/exe") ?? [])

  /// - Parameter bytes: a whole pack; one that is cut off or malformed holds nothing.
  package init(_ bytes: [UInt8]) {
    folders = Self.files(in: bytes).map { Dictionary(grouping: $0, by: \.folder).mapValues { $0.map(\.file) } } ?? [:]
  }

  package func files(of pages: Pages) -> [PageFile] { folders[pages.folder] ?? [] }

  private static func files(in bytes: [UInt8]) -> [(folder: String, file: PageFile)]? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let list = (try? JSONValue(parsing: Array(bytes[..<end])))?["files"]?.array
    else { return nil }
    var rest = bytes[(end + 1)...]
    func next(_ count: Int) -> [UInt8]? {
      guard count >= 0, count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    var files: [(folder: String, file: PageFile)] = []
    for entry in list {
      guard let path = entry["name"]?.string, let slash = path.firstIndex(of: "/"),
        let size = entry["size"]?.integer, let content = next(Int(size))
      else { return nil }
      var brotli: [UInt8]?
      if let size = entry["brotli"]?.integer {
        brotli = next(Int(size))
        if brotli == nil { return nil }
      }
      let name = String(path[path.index(after: slash)...])
      files.append((String(path[..<slash]), PageFile(name, content, brotli: brotli)))
    }
    return files
  }
}

/// A section of a program's file in the 64-bit little-endian form of the System V ABI (ELF, chapter 4).
enum ELFSection {
  /// - Returns: nil where the file isn't there, isn't such a program, or has no section of that name.
  static func bytes(of name: String, in path: String) -> [UInt8]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    guard let head = read(file, 0, 64), head.prefix(6) == [0x7F, 0x45, 0x4C, 0x46, 2, 1] else { return nil }
    let (table, size, count) = (number(head, 40, 8), number(head, 58, 2), number(head, 60, 2))
    guard size == 64, let headers = read(file, table, size * count) else { return nil }
    func place(_ index: Int) -> (offset: Int, size: Int) {
      (number(headers, index * size + 24, 8), number(headers, index * size + 32, 8))
    }
    let names = number(head, 62, 2)
    guard names < count, let texts = read(file, place(names).offset, place(names).size) else { return nil }
    for index in 0..<count {
      let start = number(headers, index * size, 4)
      guard start < texts.count, texts[start...].prefix(while: { $0 != 0 }).elementsEqual(name.utf8) else { continue }
      return read(file, place(index).offset, place(index).size)
    }
    return nil
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    bytes[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// - Parameter count: bytes, of which a program's tables and pages have some megabytes at most.
  private static func read(_ file: UnsafeMutablePointer<FILE>, _ offset: Int, _ count: Int) -> [UInt8]? {
    guard offset >= 0, 0...(256 << 20) ~= count, fseek(file, offset, SEEK_SET) == 0 else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { $1 = fread($0.baseAddress, 1, count, file) }
    return bytes.count == count ? bytes : nil
  }
}
