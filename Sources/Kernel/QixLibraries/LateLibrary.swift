internal import Glibc

/// A shared library that is looked for when it is first needed, since most starts don't need it
/// (docs/decisions/0015-late-libraries.md).
package struct LateLibrary: Sendable {
  /// The common name: `libcurl`.
  package let name: String
  /// The file's name with the version of its interface: `libcurl.so.4`.
  package let file: String
  /// The purpose, as the end of "it is needed for …".
  package let purpose: String
  /// Whether it is of qix's own, over the library of the package (`scripts/late.sh`).
  package let isOwn: Bool
  /// The package of Debian that brings it, or what it stands on.
  package let debianPackage: String

  /// Whether what it stands on is fetched by `make lens`, and in no package of Debian.
  package let isFetched: Bool
  /// Whether what it loads finds its functions before the system's (`RTLD_DEEPBIND`).
  let isFoundFirst: Bool
  /// Libraries of its own that it stands on.
  let files: [LateFile]

  package init(
    _ name: String, file: String, purpose: String, isOwn: Bool = false, debianPackage: String, isFetched: Bool = false,
    isFoundFirst: Bool = false, files: [LateFile] = []
  ) {
    self.isFoundFirst = isFoundFirst
    self.files = files
    self.isFetched = isFetched
    self.name = name
    self.file = file
    self.purpose = purpose
    self.isOwn = isOwn
    self.debianPackage = debianPackage
  }

  /// Finds and loads it: beside the program, in `../lib/qix` from there, then where the system looks.
  ///
  /// It stays loaded until the program ends; loading it again costs next to nothing.
  /// - Throws: `LibraryError.missing`.
  package func load() throws(LibraryError) -> LoadedLibrary {
    // The loader maps what isn't there, and the process would die of it.
    for file in files {
      if let place = try? file.find(), SharedObject.isCutShort(place) {
        throw .missing(self, reason: "\(file.path) is cut short")
      }
    }
    var reason = ""
    for path in places {
      // Nothing else is tried: the system may look in the same folder.
      if path.hasPrefix("/"), SharedObject.isCutShort(path) { throw .missing(self, reason: "\(path) is cut short") }
      // Its symbols stay its own, and those that it lacks show now and not at their first call.
      let mode = RTLD_NOW | RTLD_LOCAL | (isFoundFirst ? RTLD_DEEPBIND : 0)
      if let handle = dlopen(path, mode) { return LoadedLibrary(self, handle) }
      // The reason why an existing file can't be loaded says more than that it is nowhere else.
      if reason.isEmpty, let message = dlerror().map({ String(cString: $0) }), !path.hasPrefix("/") || exists(path) {
        reason = message
      }
    }
    throw .missing(self, reason: reason)
  }

  /// The paths to try. The program's own folder can be written only by those who could replace the program.
  private var places: [String] {
    guard let folder = Self.programFolder else { return [file] }
    return ["\(folder)/\(file)", "\(folder)/../lib/qix/\(file)", file]
  }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The folder of the running program, without a slash behind.
  static var programFolder: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, let slash = buffer[..<count].lastIndex(of: 0x2F) else { return nil }
    return String(decoding: buffer[..<slash].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A library that is there.
package struct LoadedLibrary: Sendable {
  package let library: LateLibrary
  // A library is never unloaded, and looking up its symbols is thread-safe (dlsym(3)).
  nonisolated(unsafe) package let handle: UnsafeMutableRawPointer

  init(_ library: LateLibrary, _ handle: UnsafeMutableRawPointer) {
    self.library = library
    self.handle = handle
  }

  /// Returns a function of the library.
  /// - Parameter type: its `@convention(c)` type. It isn't checked: write it beside the header it is taken from.
  /// - Throws: `LibraryError.unfit` where it has no such symbol.
  package func function<Function>(_ symbol: String, as type: Function.Type) throws(LibraryError) -> Function {
    guard let address = dlsym(handle, symbol) else { throw .unfit(library, lacks: symbol) }
    return unsafeBitCast(address, to: type)
  }
}
