/// Marks a user's identifier: `usr_…`.
package enum UserTag: IdentifierTag {
  package static let prefix = "usr"
}

package typealias UserID = Identifier<UserTag>
