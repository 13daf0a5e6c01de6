internal import QixCrypto
internal import QixKernel
internal import QixLibraries
internal import QixStorage
internal import QixTerminal

/// What the program is made of: its version, its libraries, its modules.
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

  /// Those that are looked for at their first use. qix works without them, but for what they are for.
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
        if let fault = try file.fault() { return .warning(file.path, fault, remedy: file.remedy) }
        return .ok(file.path, "there, for \(file.purpose)")
      } catch {
        return .warning(file.path, error.description, remedy: file.remedy)
      }
    }
  }

  private func modules() -> [Finding] {
    let enabled = context.registry.modules.map { Finding.ok("module \($0.id)", $0.summary) }
    let disabled = context.registry.disabled.sorted().map {
      Finding.ok("module \($0)", "disabled; its rows stay as they are")
    }
    return enabled + disabled
  }
}
