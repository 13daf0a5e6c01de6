internal import QixCrypto
internal import QixKernel
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
    ] + modules()
  }

  private func modules() -> [Finding] {
    let enabled = context.registry.modules.map { Finding.ok("module \($0.id)", $0.summary) }
    let disabled = context.registry.disabled.sorted().map {
      Finding.ok("module \($0)", "disabled; its rows stay as they are")
    }
    return enabled + disabled
  }
}
