internal import IdentityContract
internal import QixModule

/// Users by their numbers and addresses, for commands of other modules.
struct Contacts: UserContacts {
  let context: Context

  func user(reachedAt text: String) throws -> UserID? {
    guard context.mayRun("user find", FindUser.self) else { return nil }
    // Where nothing personal is kept nobody is found, and no vault is needed to say so.
    guard try context.database.read({ try Profiles.hasKeys(in: $0) }) else { return nil }
    let field: ProfileField = text.hasPrefix("+") ? .phone : .email
    guard let user = try Finds.find(field, text, context.openProfiles(), in: context) else {
      throw UserError.nobodyWith(field.label)
    }
    context.acquaintances?.meet("\(user.id)")
    return user.id
  }
}
