import QixKernel
import QixStorage
import QixTesting
import Testing

/// A module with one table, and others of the same id whose history differs.
protocol Notes: Migrating {}

extension Notes {
  static var id: String { "notes" }
  static var summary: String { "Notes for tests." }
  static var first: Migration {
    Migration(
      "v1_create", sql: Array("CREATE TABLE notes_notes (note INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT".utf8))
  }
  static var second: Migration {
    Migration("v2_add_color", sql: Array("ALTER TABLE notes_notes ADD COLUMN color TEXT".utf8))
  }
}

enum NotesModule: Notes {
  static var migrations: [Migration] { [first] }
}

enum NewerNotesModule: Notes {
  static var migrations: [Migration] { [first, second] }
}

enum EditedNotesModule: Notes {
  static var migrations: [Migration] { [Migration("v1_create", sql: Array("\(first.sql) -- edited".utf8))] }
}

enum BrokenNotesModule: Notes {
  static var migrations: [Migration] {
    [
      first,
      Migration(
        "v2_broken", sql: Array("CREATE TABLE notes_more (a INTEGER) STRICT; INSERT INTO nowhere VALUES (1);".utf8)),
    ]
  }
}

extension TestHome {
  func migrator(_ module: any Module.Type, disabled: Set<String> = []) throws -> Migrator {
    Migrator(try Registry([module], disabled: disabled))
  }

  func database(
    _ module: any Module.Type = NotesModule.self, disabled: Set<String> = [], access: Access = .readWrite,
    patience: Int = 30
  ) throws -> Database {
    let folder = HomeFolder(path: path)
    return Database(
      home: folder, engine: engine(folder), clock: clock, access: access, actor: "local:test",
      migrator: try migrator(module, disabled: disabled), patience: patience)
  }

  /// Lends a home whose database has the notes module's table.
  static func withNotes<Result>(disk: FaultyDisk? = nil, _ body: (TestHome) throws -> Result) throws -> Result {
    try with { home in
      var home = home
      if let disk { home.engine = disk.engine }
      try home.unchecked.create()
      _ = try home.migrator(NotesModule.self).migrate(home.unchecked, clock: home.clock)
      return try body(home)
    }
  }

  /// Entries that the audit log begins with: the platform's own migrations, which become more.
  static let platformEntries = Int64(StorageModule.migrations.count)
  /// Those of a home with the notes' table.
  static let firstEntries = platformEntries + 1

  /// The length of the write-ahead log.
  var logBytes: Int {
    get throws { Int(try #require(try unchecked.facts().first { $0.name == "log bytes" }?.value)) ?? .max }
  }
  var notes: Int64 { get throws { try count("notes_notes") } }
  var entries: Int64 { get throws { try count("qix_audit") } }
}

extension Database {
  func add(_ text: String) throws {
    try write(Change("notes.add")) { connection, _ in
      try connection.run("INSERT INTO notes_notes (text) VALUES (?1)", .text(text))
    }
  }
}

/// The error that `body` throws, or nil.
func failure(_ body: () throws -> Void) -> StorageError? {
  do {
    try body()
    return nil
  } catch {
    return error as? StorageError
  }
}
