package import QixKernel

/// Why a library can't be used.
package enum LibraryError: Failing {
  /// - Parameter reason: what the system's loader says.
  case missing(LateLibrary, reason: String)
  /// It is there, but of another version than this qix was made for.
  case unfit(LateLibrary, lacks: String)

  package var library: LateLibrary {
    switch self {
    case .missing(let library, _), .unfit(let library, _): library
    }
  }

  package var failure: Failure {
    switch self {
    case .missing(let library, let reason):
      Failure(
        "library.missing", .failed,
        "\(library.name) can't be loaded, which is needed for \(library.purpose)\(reason.isEmpty ? "" : ": \(reason)")",
        hint: "\(library.remedy) `qix doctor` lists what is missing.")
    case .unfit(let library, let symbol):
      Failure(
        "library.unfit", .failed, "\(library.name) can't be used for \(library.purpose): it lacks '\(symbol)'",
        hint: "\(library.remedy) `qix doctor` lists what is missing.")
    }
  }
}

extension LateLibrary {
  /// How to get it: one sentence.
  package var remedy: String {
    if isFetched { return "In qix's sources, run `make lens` to fetch its parts, then `make install`." }
    guard isOwn else { return "Install Debian's package \(debianPackage) (`apt-get install \(debianPackage)`)." }
    return "Install Debian's \(debianPackage), and \(file) next to the program or in its ../lib/qix (`make install`)."
  }
}
