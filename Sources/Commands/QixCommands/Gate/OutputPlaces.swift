internal import Glibc
package import QixKernel

/// Looks at the files that a run is to write, before it does anything.
///
/// No run writes over a home's own files. The holder of a token writes with the rights of the home's owner. With a file
/// and content of their choice (`.bashrc`, `authorized_keys`) they could become the owner. So they get the output on
/// standard output, or through a pipe that their own shell has opened.
package struct OutputPlaces {
  /// The program's name: a home's own files begin with it and a full stop.
  package let program: String
  /// The name of a principal who isn't the owner of the home folder; nil for the owner.
  package let stranger: String?

  package init(program: String, stranger: String?) { (self.program, self.stranger) = (program, stranger) }

  /// - Throws: `output.homes-own`, `access.output`.
  package func check(_ values: ParsedValues, of forms: [ParameterForm]) throws(Failure) {
    for form in forms {
      guard let kind = form.output else { continue }
      for case let path as String in values.all(form) where path != "-" || form.completion == .directory {
        guard !isHomes(path) else {
          throw Failure(
            "output.homes-own", .usage, "\(form.told): '\(path)' is one of the home folder's own files",
            hint: "Name another file.")
        }
        guard let stranger, !Self.isOpened(path), !kind.isMadeForTokens || Self.isThere(path) else { continue }
        throw kind.isMadeForTokens
          ? Failure(
            "access.output", .notAllowed,
            "\(form.told) names an existing file; only the owner of the home folder can replace it, not \(stranger)",
            hint: "Name a new file.")
          : Failure(
            "access.output", .notAllowed,
            "\(form.told) writes a file with the rights of the owner of the home folder; \(stranger) is not the owner",
            hint: "Let it go to standard output, with - or without the option, and into a file from there: `> FILE`.")
      }
    }
  }

  /// Whether it is one of a home's own files, by the lock that lies beside them. A link stands for what it leads to.
  private func isHomes(_ path: String) -> Bool {
    let real = realpath(path, nil)
    defer { free(real) }
    let path = real.map { String(cString: $0) } ?? path
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(path[...$0]) } ?? "./"
    let name = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    return (name.hasPrefix("\(program).") || Self.homesOwn.contains(String(name)))
      && Self.isThere("\(folder)\(program).lock")
  }

  /// Names of the others (docs/configuration.md). A vault's key may lie anywhere: `OutputFile` looks into what is there.
  private static let homesOwn = ["agent.lock", "agent.sock", "erasures"]

  /// Whether it is a pipe or a terminal that is open already, and no file or folder.
  private static func isOpened(_ path: String) -> Bool {
    guard path.hasPrefix("/dev/fd/") || ["/dev/stdout", "/dev/stderr"].contains(path) else { return false }
    var status = stat()
    return stat(path, &status) == 0 && [S_IFIFO, S_IFCHR, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
