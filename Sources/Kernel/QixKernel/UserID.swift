/// Marks a user's identifier: `usr_…`.
package enum UserTag: IdentifierTag {
  package static let prefix = "usr"
  package static let place: String? = "identity_users.id"
}

package typealias UserID = Identifier<UserTag>
