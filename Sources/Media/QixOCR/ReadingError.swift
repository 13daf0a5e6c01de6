package import QixKernel

/// Why the text of a picture couldn't be read.
package enum ReadingError: Failing, Equatable {
  /// A model is missing or can't be loaded.
  case model(String, reason: String)
  case failed(reason: String)
  /// The picture has more lines of text than are read.
  case tooManyLines
  /// A model is another than its reader was made for.
  case unfitModel(String)

  package var failure: Failure {
    switch self {
    case .model(let name, let reason):
      Failure(
        "ocr.model", .failed, "the model \(name) can't be loaded for reading text: \(reason)",
        hint: "`make lens` fetches the models, `make install` puts them beside the libraries.")
    case .failed(let reason):
      Failure(
        "ocr.failed", .failed, "the text of the picture can't be read: \(reason)",
        hint: "Check the libraries with `qix doctor`.")
    case .tooManyLines: Failure("ocr.too-many-lines", .usage, "the picture has too many lines of text")
    case .unfitModel(let name):
      Failure(
        "ocr.unfit-model", .failed, "the model \(name) is not a model for reading text",
        hint: "`make lens` fetches the models, `make install` puts them beside the libraries.")
    }
  }
}
