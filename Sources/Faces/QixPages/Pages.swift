package import QixKernel

/// A module with web pages, which the server shows beside the commands.
package protocol PageProviding: Module {
  static var pages: Pages { get }
}

/// The pages of a module: their address, and where their sources lie.
///
/// `index.html` is the answer at `/FOLDER` and at every address below it that names no file, so that its script can lead
/// from there. Everything else has the address `/FOLDER/NAME`, and a second one that changes with any of the files and is
/// kept by browsers for a year: `index.html` names that one as `@files/NAME`.
package struct Pages: Sendable {
  /// The first part of their addresses: `console`.
  package let folder: String
  /// The folder of their sources, below that of the whole project: `Plugins/Console/Pages`.
  package let sources: String
  /// Whether customers come to them: `/` and `/open/…` lead there. The first page is at `/FOLDER/`, with its slash,
  /// so that a manifest and a service worker of the folder cover it.
  package let isHome: Bool
  /// What pages may ask browsers for, by the names of Permissions Policy: `camera`, `microphone`.
  package let permissions: Set<String>

  /// - Parameter plugin: the module's folder in `Plugins`, whose name in small letters is their address.
  package init(of plugin: String, isHome: Bool = false, permissions: Set<String> = []) {
    (folder, sources) = (plugin.lowercased(), "Plugins/\(plugin)/Pages")
    (self.isHome, self.permissions) = (isHome, permissions)
  }

  private init(folder: String, sources: String) {
    (self.folder, self.sources, isHome, permissions) = (folder, sources, false, [])
  }

  /// Scripts and styles that all pages share.
  package static let ground = Pages(folder: "ground", sources: "Sources/Faces/QixPages/Pages")
}

/// A file of pages.
package struct PageFile: Sendable {
  /// Its path below their folder: `app.js`, `icons/coin.svg`.
  package let name: String
  package let bytes: [UInt8]
  /// The same, compressed by Brotli; nil where that is no shorter.
  package let brotli: [UInt8]?

  package init(_ name: String, _ bytes: [UInt8], brotli: [UInt8]? = nil) {
    (self.name, self.bytes, self.brotli) = (name, bytes, brotli)
  }
}
