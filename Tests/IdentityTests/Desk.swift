import IdentityContract
import QixCatalog
import QixCrypto
import QixKernel
import QixStorage
import QixTesting
import VaultContract

@testable import Identity

/// A vault that is always open and keeps the same key, for tests of what lies below the commands.
struct OpenStore: SecretStore {
  func key(_ name: String, of module: String, in connection: Connection) throws -> SecretBytes {
    var bytes = Array(repeating: UInt8(7), count: 32)
    return SecretBytes(wiping: &bytes)
  }

  func keyIfMade(_ name: String, of module: String, in connection: Connection) throws -> SecretBytes? {
    try key(name, of: module, in: connection)
  }

  func secret(
    service: String, account: String, for module: String, in connection: Connection
  ) throws -> SecretBytes {
    throw VaultError.notFound("item")
  }
}

/// The identity module's parts over one home, with a vault that needs no opening.
struct Desk {
  let home: TestHome
  let database: Database
  let context: Context

  init(_ home: TestHome) throws {
    self.home = home
    database = home.database
    let registry = try Registry(Catalog.modules)
    var context = Context(clock: home.clock, random: home.random, services: Services(registry))
    context.registry = registry
    context.home = HomeFolder(path: home.path)
    context.database = database
    self.context = context
  }

  var profiles: Profiles { Profiles(store: OpenStore(), clock: home.clock, random: home.random) }
  var names: NameDirectory { NameDirectory(random: home.random) }

  func create(_ externalID: String? = nil) throws -> UserID {
    try write { try context.userDirectory.create(externalID: externalID, in: $0) }
  }

  func write<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result {
    try database.write(Change("test.write")) { connection, _ in try body(connection) }
  }

  func set(_ user: UserID, _ values: [ProfileField: String]) throws {
    try write { connection in
      for (field, value) in values { try profiles.set(field, to: value, of: user, in: connection) }
    }
  }

  func value(_ field: ProfileField, of user: UserID) throws -> String? {
    try database.read { try profiles.value(field, of: user, in: $0) }
  }

  func mode(of user: UserID) throws -> Mode { try database.read { try Modes().mode(of: user, in: $0) } }

  func upgrade(_ user: UserID, to mode: Mode) throws {
    try write { try profiles.upgrade(user, to: mode, in: $0) }
  }

  func set(_ setting: any DeclaredSetting, to text: String) throws { try write { try $0.set(setting, to: text) } }

  func merge(_ user: UserID, into survivor: UserID) throws -> Merge.Result {
    let merge = Merge(context: context, directory: context.userDirectory, profiles: profiles)
    return try write { try merge.run("\(user)", into: "\(survivor)", in: $0) }
  }

  /// A signed user, whatever the settings are.
  func signed(_ phone: String) throws -> UserID {
    let user = try create()
    try set(user, [.phone: phone, .gender: "not-said"])
    try write { try profiles.prove(.phone, of: user, in: $0) }
    try upgrade(user, to: .signed)
    return user
  }
}
