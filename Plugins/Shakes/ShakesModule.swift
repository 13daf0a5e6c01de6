internal import QixKernel

/// Takes shakes through the pipeline: resolve, admit, verify, decide, post, tell.
package enum ShakesModule: Module {
  package static let id = "shakes"
  package static let summary = "Takes shakes through the pipeline: resolve, admit, verify, decide, post, tell."
  package static let requires = ["campaigns", "draws", "coins", "identity"]
}
