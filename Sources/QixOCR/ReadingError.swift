package import QixKernel

/// Why the text of a picture couldn't be read.
package enum ReadingError: Diagnosable, Equatable {
  /// A model is missing or can't be loaded.
  case model(String, reason: String)
  case failed(reason: String)
  /// A model is another than its reader was made for.
  case unfitModel(String)

  package var category: ErrorCategory { .failed }

  package var code: String {
    switch self {
    case .model: "ocr.model"
    case .failed: "ocr.failed"
    case .unfitModel: "ocr.unfit-model"
    }
  }

  package var description: String {
    switch self {
    case .model(let name, let reason): "the model \(name) can't be loaded for reading text: \(reason)"
    case .failed(let reason): "the text of the picture can't be read: \(reason)"
    case .unfitModel(let name): "the model \(name) is no model that text can be read with"
    }
  }

  package var hint: String? {
    switch self {
    case .model, .unfitModel: "`make lens` fetches the models, `make install` puts them beside the libraries."
    case .failed: "`qix doctor` says whether the libraries are as they should be."
    }
  }
}
