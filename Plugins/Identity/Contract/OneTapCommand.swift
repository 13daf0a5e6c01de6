package import QixCommands

/// A command behind a link in a message, which mail programs run with one tap (RFC 8058).
///
/// They send a form that says `List-Unsubscribe=One-Click`, and no session. The form has nothing that the command takes,
/// so servers leave it unread.
package protocol OneTapCommand: Command {}
