internal import QixModule
package import QixPages

/// Console: web pages for support, operators and auditors, at `/console`.
///
/// The pages ask the commands' own addresses under `/v1`, with the rights of the member of staff who is signed in: nothing
/// here decides who may know or do what.
package enum ConsoleModule: PageProviding {
  package static let id = "console"
  package static let summary = "Shows staff the program in their browser, at /console."
  package static let requires = ["server"]
  package static let pages = Pages(of: "Console")
}
