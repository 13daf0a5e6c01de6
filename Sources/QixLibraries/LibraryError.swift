package import QixKernel

/// Why a library can't be used.
package enum LibraryError: Diagnosable {
  /// - Parameter reason: what the system's loader says.
  case missing(LateLibrary, reason: String)
  /// It is there, but of another version than this qix was made for.
  case unfit(LateLibrary, lacks: String)

  package var library: LateLibrary {
    switch self {
    case .missing(let library, _), .unfit(let library, _): library
    }
  }

  package var category: ErrorCategory { .failed }

  package var code: String {
    switch self {
    case .missing: "library.missing"
    case .unfit: "library.unfit"
    }
  }

  package var description: String {
    switch self {
    case .missing(let library, let reason):
      "\(library.name) can't be loaded, which is needed for \(library.purpose)\(reason.isEmpty ? "" : ": \(reason)")"
    case .unfit(let library, let symbol):
      "\(library.name) can't be used for \(library.purpose): it has no '\(symbol)'"
    }
  }

  package var hint: String? { "\(library.remedy) `qix doctor` lists what is missing." }
}

extension LateLibrary {
  /// How to get it: one sentence.
  package var remedy: String {
    if isFetched { return "Run `make lens` in qix's sources, which fetches what it stands on, then `make install`." }
    guard isOwn else { return "Install Debian's package \(debianPackage) (`apt-get install \(debianPackage)`)." }
    return "Install Debian's \(debianPackage), and \(file) beside the program or in its ../lib/qix (`make install`)."
  }
}
