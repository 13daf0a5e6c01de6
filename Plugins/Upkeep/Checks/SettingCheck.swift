internal import QixModule

/// Whether each setting is what the audit log says that it was set to last.
struct SettingCheck {
  let context: Context

  func findings(of database: Database) throws -> [Finding] {
    try database.read { connection in
      var logged: [String: AuditLog.Entry] = [:]
      try AuditLog.forEach(action: [Settings.setAction, Settings.resetAction], in: connection) { entry in
        // `coins.approval-above: '0' -> '500'`, and no name has a colon.
        if let colon = entry.subject.firstIndex(of: ":") { logged[String(entry.subject[..<colon])] = entry }
      }
      let stored = try connection.storedSettings()
      for name in Set(stored.keys).union(logged.keys).subtracting(setByCommands).sorted() {
        let last = logged[name].flatMap { $0.action == Settings.setAction ? $0 : nil }
        let now = stored[name]
        guard (last == nil) == (now == nil), now.map({ last?.subject.hasSuffix("' -> '\($0.value)'") ?? false }) ?? true
        else { return [Self.fault(name, "differs from the last value in the audit log")] }
        // Versions before 0.6.0 noted no author.
        guard now?.author.map({ $0.name == last?.actor }) ?? true else {
          return [Self.fault(name, "names a different author than the audit log")]
        }
      }
      return [.ok("settings", "\(stored.count.counted("setting")), all as in the audit log")]
    }
  }

  /// The settings that commands of modules set, whose entries in the log are about something else.
  private var setByCommands: Set<String> {
    context.registry.modules.reduce(into: []) { names, module in
      if let module = module as? any SettingProviding.Type { names.formUnion(module.settingsOfCommands) }
    }
  }

  private static func fault(_ name: String, _ what: String) -> Finding {
    .fault(
      "settings", "\(name) \(what): it was changed outside of qix",
      remedy: """
        Look at the audit log with `qix audit show`, and compare with a backup. Restore the last good backup with `qix \
        db restore FILE`.
        """)
  }
}
