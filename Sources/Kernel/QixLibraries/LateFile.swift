internal import Glibc
package import QixKernel

/// A file that is looked for when it is first needed, beside the program's libraries: a model that `make lens` fetches.
package struct LateFile: Sendable {
  /// Below the folder of the libraries: `models/detector.onnx`.
  package let path: String
  /// The purpose, as the end of "it is needed for …".
  package let purpose: String

  /// Bytes of the version that is fetched; nil where it isn't told by its size.
  package let size: Int?
  /// SHA-256 of that version, in hexadecimal digits; nil likewise.
  package let digest: String?

  package init(_ path: String, size: Int? = nil, digest: String? = nil, purpose: String) {
    (self.path, self.size, self.digest, self.purpose) = (path, size, digest, purpose)
  }

  /// Returns the path: beside the program, or in `../lib/qix` from there.
  /// - Throws: `LateFileError`.
  package func find() throws(LateFileError) -> String {
    guard let folder = LateLibrary.programFolder else { throw LateFileError(file: self) }
    for place in ["\(folder)/\(path)", "\(folder)/../lib/qix/\(path)"] where access(place, R_OK) == 0 { return place }
    throw LateFileError(file: self)
  }

  /// Returns the fault of the file in place; nil for none.
  /// - Throws: `LateFileError`.
  package func fault() throws(LateFileError) -> String? {
    let place = try find()
    if SharedObject.isCutShort(place) { return "\(path) is cut short, so \(purpose) works without it" }
    guard let size else { return nil }
    var status = stat()
    guard stat(place, &status) == 0, Int(status.st_size) != size else { return nil }
    return """
      \(path) has \(status.st_size) bytes instead of \(size): it is damaged or of another version, so \(purpose) works \
      without it
      """
  }

  /// How to get it: one sentence.
  package var remedy: String {
    "In qix's sources, run `make lens` to fetch it, then `make install`."
  }
}

/// A file that isn't there.
package struct LateFileError: Diagnosable {
  package let file: LateFile

  package var category: ErrorCategory { .failed }
  package var code: String { "library.file-missing" }
  package var sentence: Sentence { "\(file.path) is missing, which is needed for \(file.purpose)" }
  package var hint: Sentence? { "\(file.remedy) `qix doctor` lists what is missing." }
}
