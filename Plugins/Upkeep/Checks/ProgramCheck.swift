internal import Glibc
internal import QixCrypto
internal import QixLibraries
internal import QixModule

/// The parts of the program: its version, its libraries, its modules.
struct ProgramCheck {
  let context: Context
  /// The names of the libraries that what is in the home needs.
  let used: Set<String>

  init(context: Context, used: Set<String> = []) {
    (self.context, self.used) = (context, used)
  }

  /// Names the libraries that what is in a database needs. What keeps a module from reading its rows is told elsewhere.
  static func used(in database: Database, _ context: Context) -> Set<String> {
    var names: Set<String> = []
    for case let module as any LibraryUsing.Type in context.registry.modules
    where (try? database.read { try module.usesLibraries(context, in: $0) }) ?? false {
      names.formUnion(module.libraries)
    }
    return names
  }

  func findings() -> [Finding] {
    let sqlite = SQLiteEngine.version
    return [
      .ok("program", "\(context.program.name) \(context.program.version)"),
      .ok(
        "SQLite",
        SQLiteEngine.hasWALResetBug
          ? "\(sqlite); it has the WAL-reset bug, which the write lock guards against" : sqlite),
      .ok("libsodium", CryptoLibraries.sodium),
    ] + libraries() + files() + modules()
  }

  /// Checks libraries that are loaded at their first use. Without them qix works, save for what they do.
  private func libraries() -> [Finding] { LateLibrary.all.map(finding) }

  func finding(_ library: LateLibrary) -> Finding {
    do throws(LibraryError) {
      _ = try library.load()
      return .ok(library.name, "there, for \(library.purpose)")
    } catch {
      return missing(library.name, error.description, remedy: library.remedy, isUsed: used.contains(library.name))
    }
  }

  /// A warning of what is missing; a remark if nothing in the home needs it.
  private func missing(_ name: String, _ fault: String, remedy: String, isUsed: Bool) -> Finding {
    isUsed
      ? .warning(name, fault, remedy: remedy) : .ok(name, "nothing here needs it yet: \(fault). \(remedy)")
  }

  private func files() -> [Finding] {
    // Each of them is for reading the text of pictures.
    let isUsed = used.contains(LateLibrary.ocr.name)
    return LateFile.all.map { file in
      do throws(LateFileError) {
        var fault = try file.fault()
        if fault == nil { fault = try Self.damage(of: file) }
        if let fault { return missing(file.path, fault, remedy: file.remedy, isUsed: isUsed) }
        return .ok(file.path, "there, for \(file.purpose)")
      } catch {
        return missing(file.path, error.description, remedy: file.remedy, isUsed: isUsed)
      }
    }
  }

  /// The fault of its content; nil for none, or where the content doesn't tell.
  private static func damage(of file: LateFile) throws(LateFileError) -> String? {
    guard let digest = file.digest else { return nil }
    let place = try file.find()
    let descriptor = open(place, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "\(file.path) can't be read, so \(file.purpose) works without it" }
    defer { close(descriptor) }
    var hasher = SHA256()
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { break }
      bytes.withUnsafeBytes { hasher.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    guard Hexadecimal.encode(hasher.finish()) != digest else { return nil }
    return
      "\(file.path) is damaged or of another version, so \(file.purpose) works without it"
  }

  private func modules() -> [Finding] {
    let enabled = context.registry.modules.map { Finding.ok("module \($0.id)", $0.summary) }
    let disabled = context.registry.disabled.sorted().map {
      Finding.ok("module \($0)", "disabled; its rows stay as they are")
    }
    return enabled + disabled
  }
}
