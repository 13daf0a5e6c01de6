package import QixModule

extension IdentityModule: RestoreFollowing {
  /// Whoever was erased since the backup was made is in it: asked to be forgotten, and back.
  package static func followRestore(of database: Database, in context: Context) throws -> Sentence? {
    let returned = try database.read { try ErasureList(context.home).returned(in: $0).count }
    guard returned > 0 else { return nil }
    let users = returned.counted("user who was erased since is back", "users who were erased since are back")
    return "\(users): `qix user erase --again` erases them again."
  }
}
