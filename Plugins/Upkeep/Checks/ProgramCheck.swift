internal import Glibc
internal import QixCrypto
internal import QixLibraries
internal import QixModule

/// The parts of the program: its version, its libraries, its modules.
struct ProgramCheck {
  let context: Context

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
  private func libraries() -> [Finding] {
    LateLibrary.all.map { library in
      do throws(LibraryError) {
        _ = try library.load()
        return .ok(library.name, "there, for \(library.purpose)")
      } catch {
        return .warning(library.name, error.description, remedy: library.remedy)
      }
    }
  }

  private func files() -> [Finding] {
    LateFile.all.map { file in
      do throws(LateFileError) {
        var fault = try file.fault()
        if fault == nil { fault = try Self.damage(of: file) }
        if let fault { return .warning(file.path, fault, remedy: file.remedy) }
        return .ok(file.path, "there, for \(file.purpose)")
      } catch {
        return .warning(file.path, error.description, remedy: file.remedy)
      }
    }
  }

  /// The fault of its content; nil for none, or where the content doesn't tell.
  private static func damage(of file: LateFile) throws(LateFileError) -> String? {
    guard let digest = file.digest else { return nil }
    let place = try file.find()
    let descriptor = open(place, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "\(file.path) can't be read, and \(file.purpose) goes without it" }
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
      "\(file.path) isn't what was fetched: it is damaged, or of another version, and \(file.purpose) goes without it"
  }

  private func modules() -> [Finding] {
    let enabled = context.registry.modules.map { Finding.ok("module \($0.id)", $0.summary) }
    let disabled = context.registry.disabled.sorted().map {
      Finding.ok("module \($0)", "disabled; its rows stay as they are")
    }
    return enabled + disabled
  }
}
