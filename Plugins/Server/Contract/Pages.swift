package import QixKernel

/// A module with web pages, which the server shows beside the commands.
package protocol PageProviding: Module {
  static var pages: Pages { get }
}

/// The files of a module's pages.
///
/// `index.html` is the answer at `/FOLDER` and at every address below it that names no file, so that its script can lead
/// from there. Everything else has the address `/FOLDER/NAME`, and a second one that changes with any of the files and is
/// kept by browsers for a year: `index.html` names that one as `@files/NAME`.
package struct Pages: Sendable {
  /// The first part of their addresses: `console`.
  package let folder: String
  /// What pages may ask browsers for, by the names of Permissions Policy: `camera`, `microphone`.
  package let permissions: Set<String>
  private let makeFiles: @Sendable () -> [PageFile]

  /// - Parameter files: made when they are first asked for.
  package init(
    _ folder: String, permissions: Set<String> = [], _ files: @autoclosure @escaping @Sendable () -> [PageFile]
  ) {
    (self.folder, self.permissions, makeFiles) = (folder, permissions, files)
  }

  package var files: [PageFile] { makeFiles() }
}

/// A file of pages.
package struct PageFile: Sendable {
  /// Its path below the folder: `app.js`, `icons/coin.svg`.
  package let name: String
  package let bytes: [UInt8]
  /// The same, compressed by Brotli; nil to send it without.
  package let brotli: [UInt8]?

  package init(_ name: String, _ bytes: [UInt8], brotli: [UInt8]? = nil) {
    (self.name, self.bytes, self.brotli) = (name, bytes, brotli)
  }
}
